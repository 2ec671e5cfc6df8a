"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const SECRET = location.hash.slice(1);
  const PAUSE = 200; // milliseconds without a key stroke before a check
  const MANY = 60; // findings that are listed at first
  const ROWS = 500; // of a sheet that are shown at once
  const VERDICTS = { fail: "fail", open: "open", "needs evidence": "needs", floor: "floor", approved: "approved" };
  const WORDS = { fail: "fail", open: "open", "needs evidence": "needs evidence", floor: "on the floor", approved: "approved" };

  // Filed text is only ever text: an element is made of names and of strings, never of markup.
  const make = (tag, attributes = {}, ...inside) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
      else if (value === true) made.setAttribute(name, "");
      else if (value !== false && value !== undefined && value !== null) made.setAttribute(name, value);
    }
    made.append(...inside.filter((each) => each !== null && each !== undefined && each !== ""));
    return made;
  };
  const badge = (state) => make("span", { class: `badge v-${VERDICTS[state] ?? "none"}` }, WORDS[state] ?? state);

  let site = null; // what the server stated when the page was opened
  let files = []; // name, shown, text, saved, editable, digest, crlf, scroll; of a workbook, its sheets, and book if a fix changed it
  let current = null;
  let answer = null; // the last check
  let version = 0; // of the texts, the date and the answers
  let checking = false;
  let timer = 0;
  let limit = MANY;
  let only = ""; // a verdict
  let chosen = null; // a date, instead of that of the filing
  let rows = null; // of the worksheet, and the version they are of
  let seen = {}; // answers by the id of a row

  // ---- the server

  const ask = async (name, body = {}) => {
    let reply;
    try {
      reply = await fetch(`/api/${name}`, {
        method: "POST", credentials: "omit", cache: "no-store", redirect: "error",
        headers: { "Content-Type": "application/json", "X-Pitboss-Token": SECRET }, body: JSON.stringify(body),
      });
    } catch {
      throw new Error("pitboss serve does not answer: it was stopped. Your edits are still in this page.");
    }
    const found = await reply.json().catch(() => ({ error: "pitboss serve has an internal error, a defect of pitboss." }));
    if (!reply.ok) throw new Error(found.error);
    return found;
  };
  const complain = (error) => { $("trouble").textContent = error ? error.message ?? error : ""; $("trouble").hidden = !error; };
  const attempt = (work) => async (...given) => {
    try { complain(null); return await work(...given); } catch (error) { complain(error); return undefined; }
  };
  const sent = (file) => (file.crlf ? file.text.replaceAll("\n", "\r\n") : file.text);
  const isChanged = (file) => Boolean(file.book) || (file.editable && file.text !== file.saved);
  const changed = () => files.filter(isChanged);
  const contents = (some) => ({
    texts: Object.fromEntries(some.filter((file) => !file.book).map((file) => [file.name, sent(file)])),
    books: Object.fromEntries(some.filter((file) => file.book).map((file) => [file.name, file.book])),
  });
  const question = () => ({
    ...contents(changed()),
    as_of: chosen,
    answers: Object.values(seen),
  });

  // ---- opening

  const taken = (one) => {
    const crlf = (one.text ?? "").includes("\r\n");
    const text = (one.text ?? "").replaceAll("\r\n", "\n");
    return { ...one, text, saved: text, crlf, scroll: [0, 0, 0] };
  };
  const open = async () => {
    const edited = new Map(changed().map((file) => [file.name, file]));
    site = await ask("open");
    files = site.files.map(taken);
    for (const file of files) {
      const kept = edited.get(file.name);
      if (kept?.book && file.sheets) Object.assign(file, { book: kept.book, sheets: kept.sheets });
      else if (kept && file.editable) file.text = kept.text;
    }
    $("path").textContent = site.path || "dropped files";
    $("path").title = site.path;
    document.title = `${site.path || "pitboss serve"}: pitboss`;
    $("day").min = site.begins;
    $("adder").hidden = Boolean(site.path);
    $("save").textContent = site.path ? "Save filing" : "Download filing";
    const games = Object.entries(site.games).map(([name, title]) => make("option", { value: name }, title));
    $("may-game").replaceChildren(...games);
    $("starter-game").replaceChildren(...games.map((game) => game.cloneNode(true)));
    current = files.find((file) => file.name === current?.name) ?? files.find((file) => file.editable) ?? files[0] ?? null;
    if (!files.length) pane("filing");
    draw();
    touch(0);
  };

  // ---- files and text

  const draw = () => {
    const worst = new Map();
    for (const one of shownFindings()) if (one.file) worst.set(one.file, [...(worst.get(one.file) ?? []), one.state]);
    $("files").replaceChildren(...files.map((file) => {
      const states = (worst.get(file.name) ?? []).filter((state) => state !== "floor");
      const mark = states.length ? make("b", { class: `v-${VERDICTS[states[0]]}` }, String(states.length)) : null;
      const tab = make("button", {
        type: "button", role: "tab", "aria-selected": String(file === current), tabindex: file === current ? 0 : -1,
        title: file.editable ? file.shown : `${file.shown}: shown only`, onclick: () => show(file),
        "aria-controls": file.sheets ? "book" : "editor",
      }, file.name, mark, isChanged(file) ? make("i", { title: "edited", "aria-label": "edited" }, "●") : null);
      const close = site.path ? null : make("button", {
        type: "button", class: "close", "aria-label": `Remove ${file.name}`, onclick: attempt(async () => {
          await ask("remove", { file: file.name });
          await open();
        }),
      }, "✕");
      return make("span", { role: "presentation" }, tab, close);
    }));
    $("empty").hidden = files.length > 0;
    $("editor").hidden = $("foot").hidden = files.length === 0 || Boolean(current?.sheets);
    $("book").hidden = files.length === 0 || !current?.sheets;
    $("filter").hidden = $("report").disabled = files.length === 0;
    $("save").disabled = site.path ? changed().length === 0 : !files.some((file) => file.book || file.editable);
    fill();
  };
  const fill = () => {
    if (!current) return;
    if (current.sheets) { book(); return; }
    const text = $("text");
    const whole = current.editable || current.text ? current.text : `${current.name} cannot be read; the findings name the reason. Correct it in its own program.`;
    if (text.value !== whole) text.value = whole;
    text.readOnly = !current.editable;
    text.setAttribute("aria-label", `Text of ${current.name}`);
    paint();
  };
  // A workbook is shown sheet by sheet. Its own program edits it; a fix can change its cells.
  const letters = (n) => (n > 26 ? letters(Math.floor((n - 1) / 26)) : "") + String.fromCharCode(65 + ((n - 1) % 26));
  const book = () => {
    const marked = new Map(); // by sheet and cell, the findings; the worst is first
    for (const one of shownFindings()) {
      if (one.file === current.name && one.cell && one.state !== "floor") marked.set(one.cell, [...(marked.get(one.cell) ?? []), one]);
    }
    const [worst = ""] = marked.keys();
    const named = (name) => current.sheets.find((each) => each.name === name)?.name;
    const sheet = named(current.sheet) ?? named(worst.slice(0, worst.lastIndexOf("!"))) ?? current.sheets[0]?.name;
    $("book-hint").textContent = current.book
      ? `A fix changed cells of this workbook, here only: ${site.path ? "save" : "download"} the filing to keep them.`
      : `Findings are marked in their cells. "Find fixes", at a failed finding, can change cells; for any other change, edit the workbook in your spreadsheet program, save it there, and ${site.path ? "read it again" : "drop it here again"}.`;
    $("again").hidden = !site.path || Boolean(current.book);
    $("sheets").replaceChildren(...current.sheets.map((each) => {
      const some = [...marked].filter(([cell]) => cell.slice(0, cell.lastIndexOf("!")) === each.name).flatMap(([, own]) => own);
      return make("button", {
        type: "button", role: "tab", "aria-selected": String(each.name === sheet), tabindex: each.name === sheet ? 0 : -1,
        "aria-controls": "cells", onclick: () => { current.sheet = each.name; current.from = 0; book(); },
      }, each.name, some.length ? make("b", { class: `v-${VERDICTS[some[0].state] ?? "fail"}` }, String(some.length)) : null);
    }));
    $("sheets").querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
    const rows = current.sheets.find((each) => each.name === sheet)?.rows ?? [];
    const from = current.from ?? 0;
    const width = Math.max(0, ...rows.map((row) => row.findLastIndex(Boolean) + 1));
    const cell = (row, r, n) => {
      const name = `${sheet}!${letters(n + 1)}${r + 1}`;
      const own = marked.get(name);
      if (!own) return make("td", {}, row[n] ?? "");
      return make("td", { class: `v-${VERDICTS[own[0].state] ?? "fail"}`, "data-cell": name }, make("button", {
        type: "button", title: own.map((one) => one.notice).join("\n"), "aria-label": `${name} ${row[n] ?? ""}: show its findings`, onclick: () => reveal(own[0]),
      }, row[n] || "(empty)"));
    };
    $("cells").replaceChildren(
      make("thead", {}, make("tr", {}, make("th", {}), ...Array.from({ length: width }, (_, n) => make("th", { scope: "col" }, letters(n + 1))))),
      make("tbody", {}, ...rows.slice(from, from + ROWS).map((row, r) => make("tr", {},
        make("th", { scope: "row" }, String(from + r + 1)), ...Array.from({ length: width }, (_, n) => cell(row, from + r, n))))));
    const more = (text, at) => make("button", { type: "button", onclick: () => { current.from = at; book(); } }, text);
    $("cut").replaceChildren(...(rows.length > ROWS ? [
      `Rows ${(from + 1).toLocaleString("en-US")} to ${Math.min(from + ROWS, rows.length).toLocaleString("en-US")} of ${rows.length.toLocaleString("en-US")} `,
      from ? more("Earlier rows", Math.max(0, from - ROWS)) : "", " ", from + ROWS < rows.length ? more("Later rows", from + ROWS) : "",
    ] : []));
  };
  const reveal = (one) => {
    only = "";
    $("filter").value = "";
    limit = Math.max(limit, answer.findings.filter((each) => each.state !== "floor").indexOf(one) + 1);
    pick("findings");
    tally();
    list();
    const found = [...document.querySelectorAll(".finding")].find((each) => each.dataset.id === one.fingerprint);
    if (!found) return;
    found.open = true;
    found.scrollIntoView({ block: "start" });
    found.querySelector("summary").focus({ preventScroll: true });
  };
  const show = (file, line = 0, column = 1, cell = "") => {
    if (current && !current.sheets) current.scroll = [$("text").scrollTop, $("text").scrollLeft, $("text").selectionStart];
    current = file;
    if (file.sheets && line) {
      file.sheet = cell.slice(0, cell.lastIndexOf("!"));
      file.from = Math.floor((line - 1) / ROWS) * ROWS;
    }
    draw();
    if (file.sheets) {
      if (line) pane("filing");
      const at = document.querySelector(`#cells [data-cell="${CSS.escape(cell)}"]`);
      at?.scrollIntoView({ block: "center", inline: "center" });
      at?.querySelector("button").focus({ preventScroll: true });
      return;
    }
    const text = $("text");
    if (!line) {
      text.setSelectionRange(file.scroll[2], file.scroll[2]);
      [text.scrollTop, text.scrollLeft] = file.scroll;
    } else {
      const lines = text.value.split("\n");
      const at = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
      pane("filing");
      text.focus({ preventScroll: true });
      text.setSelectionRange(at, at);
      const height = parseFloat(getComputedStyle(text).lineHeight);
      text.scrollTop = Math.max(0, (line - 1) * height - text.clientHeight / 3);
      text.scrollLeft = 0;
    }
    scrolled();
    document.querySelector('#files [aria-selected="true"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  const scrolled = () => {
    $("marks").scrollTop = $("gutter").scrollTop = $("text").scrollTop;
    $("marks").scrollLeft = $("text").scrollLeft;
  };

  const shownFindings = () => (answer ? answer.rows : []);
  const paint = () => {
    if (current.sheets) return;
    // Line numbers and underlines. Places are those of the last check: a line that changed since is marked again by the next one.
    const byLine = new Map();
    for (const one of shownFindings()) {
      if (one.file === current.name && one.line && one.state !== "floor" && !(byLine.get(one.line)?.error)) {
        byLine.set(one.line, [...(byLine.get(one.line) ?? []), one]);
      }
    }
    const lines = $("text").value.split("\n");
    $("gutter").replaceChildren(...lines.map((_, n) => {
      const own = byLine.get(n + 1);
      return make("div", own ? { class: `v-${VERDICTS[own[0].state] ?? "fail"}`, title: own.map((one) => one.notice).join("\n") } : {}, String(n + 1));
    }), make("div", {}, " "));
    const parts = [];
    lines.forEach((line, n) => {
      let at = 0;
      const own = [...(byLine.get(n + 1) ?? [])].sort((a, b) => a.column - b.column);
      for (const one of own) {
        const start = Math.min(one.column - 1 + (line.slice(one.column - 1).match(/^- /) ? 2 : 0), line.length);
        if (start < at || start === line.length) continue;
        const found = line.slice(start).match(/^"[^"]*"|^'[^']*'|^[^,\]}#]+/);
        const end = start + (found ? found[0].trimEnd().length : 1);
        parts.push(line.slice(at, start), make("mark", { class: `v-${VERDICTS[one.state] ?? "fail"}` }, line.slice(start, end)));
        at = end;
      }
      parts.push(`${line.slice(at)}\n`);
    });
    $("marks").replaceChildren(...parts, " ");
    scrolled();
  };

  // ---- checking: one at a time, after a pause; an answer to older texts is dropped

  const touch = (pause = PAUSE) => {
    version += 1;
    $("state").setAttribute("data-busy", "");
    clearTimeout(timer);
    timer = setTimeout(run, pause);
  };
  const run = async () => {
    if (checking) return;
    checking = true;
    const asked = version;
    let found = null;
    try {
      found = await ask("check", question());
    } catch (error) {
      complain(error);
    }
    checking = false;
    if (asked !== version) {
      clearTimeout(timer);
      timer = setTimeout(run, found ? 0 : PAUSE);
      return;
    }
    $("state").removeAttribute("data-busy");
    if (!found) return;
    complain(null);
    accept(found);
  };
  const accept = (found) => {
    const name = new Map(files.map((file) => [file.shown, file.name]));
    const check = found.check;
    const at = (place) => (place?.file ? { file: name.get(place.file), line: place.line, column: place.column, cell: place.cell } : {});
    const errors = check.problems.map((one) => ({ ...one, ...at(one.place ?? one), state: "fail", notice: one.message, error: true }));
    const findings = found.order.map((one) => {
      const finding = check.findings[one.finding];
      return { ...finding, ...at(finding.place), group: one.group, state: one.state, law: one.law };
    });
    answer = { check, errors, findings, rows: [...errors, ...findings], summary: found.summary };
    if (!chosen) $("day").value = check.as_of;
    $("own-day").hidden = !chosen;
    tally();
    list();
    draw();
    tables();
    if (!$("view-floor").hidden) worksheet();
  };

  // ---- findings

  const tally = () => {
    const count = new Map();
    for (const one of answer.findings) count.set(one.state, (count.get(one.state) ?? 0) + 1);
    const order = ["fail", "open", "needs evidence", "approved", "floor"].filter((state) => count.has(state));
    const judged = answer.check.tables > 0 && Object.keys(answer.check.counts).length > 0;
    const worst = answer.errors.length ? "errors" : ["fail", "needs evidence", "open"].find((state) => count.has(state)) ?? (judged ? "pass" : "none");
    const [tone, text] = {
      errors: ["fail", `${answer.errors.length} error${answer.errors.length > 1 ? "s" : ""} of form`],
      fail: ["fail", "fails"], "needs evidence": ["needs", "needs evidence"], open: ["open", "open questions"],
      pass: ["pass", "no findings to act on"], none: ["none", "nothing judged"],
    }[worst];
    if (files.length) { $("state").className = `badge v-${tone}`; $("state").textContent = text; }
    else { $("state").className = "badge v-none"; $("state").textContent = "no filing"; }
    if (only && !count.has(only)) only = "";
    $("counts").replaceChildren(...order.map((state) => make("button", {
      type: "button", class: `badge v-${VERDICTS[state]}`, "aria-pressed": String(only === state), "data-state": state,
      onclick: () => { only = only === state ? "" : state; limit = MANY; tally(); list(); },
    }, `${count.get(state)} ${WORDS[state]}`)));
    $("summary").textContent = files.length ? answer.summary : "";
    const acting = answer.findings.filter((one) => one.state !== "floor").length + answer.errors.length;
    $("count").textContent = files.length ? acting.toLocaleString("en-US") : "";
  };
  const short = (tables) => {
    const runs = [];
    for (const number of tables) {
      const last = runs.at(-1);
      if (last && /^\d+$/.test(number) && Number(number) === Number(last[1]) + 1) last[1] = number;
      else runs.push([number, number]);
    }
    return runs.map(([a, b]) => (a === b ? a : `${a}–${b}`)).join(", ");
  };
  const wanted = () => {
    const words = $("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
    return answer.findings.filter((one) => {
      if (only ? one.state !== only : one.state === "floor") return false;
      const text = [one.notice, one.law, one.cure, one.file, ...one.provisions, ...one.tables.map((t) => `table ${t}`)].join(" ").toLowerCase();
      return words.every((word) => text.includes(word));
    });
  };
  const list = () => {
    const kept = new Set([...document.querySelectorAll(".finding[open]")].map((each) => each.dataset.id));
    $("problems").replaceChildren(...(files.length ? answer.errors : []).map((one) => make("div", { class: "note v-fail problem" },
      make("strong", {}, one.code ?? "error"), ` ${one.message} `, place(one), one.help ? make("div", { class: "soft" }, one.help) : null)));
    const some = files.length ? wanted() : [];
    const parts = [];
    let group = "";
    for (const one of some.slice(0, limit)) {
      if (one.group !== group) parts.push(make("h3", {}, (group = one.group)));
      parts.push(finding(one, kept.has(one.fingerprint)));
    }
    if (!files.length) parts.push(make("p", { class: "soft" }, "The findings of a filing appear here as soon as it is dropped, and change as it is edited."));
    if (files.length && !some.length && !answer.errors.length) {
      const none = answer.findings.length ? "No finding here." : "Nothing in this filing needs action.";
      parts.push(make("p", { class: "soft" }, none));
    }
    $("findings").replaceChildren(...parts);
    $("more").hidden = some.length <= limit;
    $("more").textContent = `Show ${(some.length - limit).toLocaleString("en-US")} more`;
  };
  const place = (one) => {
    if (!one.file) return "";
    const file = files.find((each) => each.name === one.file);
    return make("button", {
      type: "button", class: "where", title: "Show in the filing", onclick: (event) => {
        event.preventDefault();
        show(file, one.line, one.column, one.cell);
      },
    }, `${one.file}:${one.cell ?? one.line}`);
  };
  const finding = (one, opened) => {
    const facts = [
      ["Law", one.law], ["Expected", one.expected], ["Filed", one.actual], ["Why", one.why.join("; ")], ["Cure", one.cure],
      ["Tables", short(one.tables)], ["Approval", one.approval], ["Rule", [...new Set(one.clauses.map((c) => c.source))].join(", ")],
    ].filter(([, value]) => value);
    const made = make("details", { class: `finding v-${VERDICTS[one.state] ?? "none"}`, "data-id": one.fingerprint, open: opened });
    const fill = () => {
      if (made.children.length > 1) return;
      const fixes = make("div", { class: "fixes", "aria-live": "polite" });
      made.append(make("div", { class: "body" },
        make("dl", { class: "facts" }, ...facts.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)])),
        make("div", { class: "do" },
          one.verdict === "fail" ? make("button", { type: "button", class: "find-fix", onclick: (event) => findFixes(one, fixes, event.target) }, "Find fixes") : null,
          one.tables.length ? make("button", { type: "button", onclick: () => { pick("may"); $("may-table").value = one.tables[0]; may(); } }, `What table ${one.tables[0]} may offer`) : null),
        fixes));
    };
    made.append(make("summary", {},
      make("span", { class: "head" }, badge(one.state), make("span", { class: "cite" }, one.provisions.join(", ")), place(one)),
      make("span", { class: "notice" }, one.notice)));
    made.addEventListener("toggle", fill);
    if (opened) fill();
    return made;
  };
  const difference = (text, cells) => make("pre", { class: "diff", tabindex: "0", "aria-label": "Difference" }, ...text.split("\n").filter((line) => line && !(cells && line.startsWith("@@"))).map((line) => {
    const kind = /^(\+\+\+|---|@@)/.test(line) ? "at" : line[0] === "+" ? "plus" : line[0] === "-" ? "minus" : "";
    return make("span", { class: kind }, line);
  }));
  const findFixes = attempt(async (one, under, button) => {
    const asked = version;
    button.disabled = true;
    button.textContent = "Trying fixes…";
    let found;
    try { found = (await ask("fixes", { ...question(), fingerprint: one.fingerprint })).fixes; } finally { button.disabled = false; button.textContent = "Find fixes"; }
    if (asked !== version) return;
    under.replaceChildren(...found.map((fix) => make("div", { class: "fix" },
      make("p", {}, make("strong", {}, fix.title), " ", make("span", { class: "tag" }, fix.safe ? "safe: raises to the floor of the law" : "a choice")),
      difference(fix.diff, Object.keys(fix.books).length > 0),
      make("button", {
        type: "button", class: "apply primary", onclick: () => {
          if (asked !== version) { complain("The filing changed since: find the fixes again."); return; }
          for (const file of files) {
            if (file.name in fix.texts) file.text = fix.texts[file.name].replaceAll("\r\n", "\n");
            if (file.name in fix.books) Object.assign(file, fix.books[file.name]);
          }
          draw();
          touch(0);
        },
      }, Object.keys(fix.books).length ? "Apply to the workbook" : "Apply to the text"))));
    if (!found.length) under.append(make("p", { class: "soft" }, "No single edit cures this without another finding. The cure above says what has to change."));
    else under.append(make("p", { class: "soft small" }, "A filing is a representation: the tables on the floor must change with it."));
  });

  // ---- what a table may offer

  const tables = () => {
    const numbers = Object.entries(answer.check.judged.tables).flatMap(([game, some]) => some.map((number) => [number, game]));
    const options = () => numbers.map(([number, game]) => make("option", { value: number }, `${number} · ${site.games[game] ?? game}`));
    for (const [id, first] of [["may-table", "none: a game and facts"], ["floor-table", "all tables"]]) {
      const chosen = $(id).value;
      const had = $(id).options.length > 1;
      $(id).replaceChildren(make("option", { value: "" }, first), ...options());
      $(id).value = numbers.some(([number]) => number === chosen) ? chosen : id === "may-table" && numbers.length && !had ? numbers[0][0] : "";
    }
    ofGame();
  };
  const ofGame = () => { for (const each of document.querySelectorAll(".of-game")) each.hidden = Boolean($("may-table").value); };
  const may = attempt(async () => {
    ofGame();
    const asked = { table: $("may-table").value, game: $("may-game").value, facts: $("may-facts").value };
    $("may").setAttribute("aria-busy", "true");
    try {
      const found = await ask("may", { ...question(), ...asked });
      $("may").replaceChildren(...found.answers.map(offered));
    } finally { $("may").removeAttribute("aria-busy"); }
  });
  const reasons = (one) => [
    ...one.clauses.map(([cite, words], n) => make("p", {}, n ? "and " : "", make("span", { class: "cite" }, cite), `: ${words}`)),
    one.also ? make("p", {}, `also: ${one.also}`) : null,
  ];
  const offered = (one) => {
    const section = (head, items) => (items.length ? [make("h4", {}, head), make("ul", {}, ...items)] : []);
    const limits = (each, ...more) => make("li", {}, make("strong", {}, each.title), `: ${each.values} `, make("span", { class: "soft small" }, `(${each.cites})`), each.stated ? `; it is ${each.stated}` : null, ...more);
    const printed = (table) => make("div", { class: "printed" }, make("table", {},
      table.title ? make("caption", {}, table.title) : null,
      make("thead", {}, make("tr", {}, ...table.rows[0].map((cell) => make("th", { scope: "col" }, cell)))),
      make("tbody", {}, ...table.rows.slice(1).map((row) => make("tr", {}, ...row.map((cell) => make("td", {}, cell)))))));
    return make("article", { class: "answer" }, make("h3", {}, one.title),
      one.verdict ? make("div", { class: `note v-${one.lawful === "no" ? "fail" : "open"}` }, make("strong", {}, one.verdict), ...reasons(one.conflict)) : null,
      ...one.standings.flatMap((some) => section(some.note ? `${some.head} (${some.note})` : some.head,
        some.things.map((thing) => make("li", {}, make("strong", {}, thing.title), ...reasons(thing))))),
      ...section("limits (each by itself)", one.limits.map((limit) => limits(limit))),
      ...section("payouts", one.payouts.map((paytable) => limits(paytable, ...paytable.tables.map(printed)))));
  };

  // ---- the floor worksheet

  const store = () => {
    try { sessionStorage.setItem("pitboss-floor", JSON.stringify({ path: site.path, seen, by: $("by").value, on: $("on").value })); } catch { /* kept in the page only */ }
  };
  const restore = () => {
    try {
      const kept = JSON.parse(sessionStorage.getItem("pitboss-floor") ?? "null");
      if (kept?.path === site.path) { seen = kept.seen; $("by").value = kept.by; $("on").value = kept.on; }
    } catch { /* nothing was kept */ }
  };
  const worksheet = attempt(async () => {
    const asked = { ...question(), answers: [] };
    const key = JSON.stringify(asked);
    if (rows?.key !== key) {
      const found = files.length ? (await ask("worksheet", asked)).rows : [];
      rows = { key, list: found.filter((row) => row.table) };
      const known = new Set(rows.list.map((row) => row.id));
      seen = Object.fromEntries(Object.entries(seen).filter(([id]) => known.has(id)));
    }
    sheet();
  });
  const counted = () => {
    const total = rows.list.length;
    const done = rows.list.filter((row) => seen[row.id]?.answer).length;
    $("progress").max = Math.max(total, 1);
    $("progress").value = done;
    $("answered").textContent = `${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")} answered`;
  };
  const sheet = () => {
    const table = $("floor-table").value || (rows.list.length > 400 ? rows.list[0].table : "");
    if (table !== $("floor-table").value) $("floor-table").value = table;
    const ready = Boolean($("by").value.trim() && $("on").value);
    $("floor-hint").hidden = ready;
    const parts = [];
    let last = "";
    for (const row of rows.list.filter((each) => !table || each.table === table)) {
      if (row.table !== last) parts.push(make("h3", { class: "group" }, `Table ${row.table}`, make("span", { class: "soft small" }, ` ${row.game}, ${row.pit}`)));
      last = row.table;
      parts.push(item(row, ready));
    }
    $("floor").replaceChildren(...(parts.length ? parts : [make("p", { class: "soft" }, "There is nothing to inspect: no table could be judged.")]));
    counted();
  };
  const item = (row, ready) => {
    const own = seen[row.id] ?? {};
    const box = make("fieldset", { class: "seen", "data-answer": own.answer ?? "", "data-id": row.id, disabled: !ready },
      make("legend", {}, row.provision ? make("span", { class: "cite" }, `${row.provision} `) : null, row.look,
        row.so_far ? make("span", { class: "soft small" }, ` Filed: ${row.so_far}.`) : null));
    const set = (changes) => {
      const now = { answer: "", remark: "", ...seen[row.id], ...changes };
      if (now.answer || now.remark) {
        const { id, table, pit, game, clause } = row;
        seen[row.id] = { id, table, pit, game, clause, ...now, by: $("by").value.trim(), on: $("on").value };
      } else delete seen[row.id];
      box.dataset.answer = now.answer;
      store();
      counted();
      touch();
    };
    box.append(make("div", { class: "three" }, ...[["yes", "Yes", "pass"], ["no", "No", "fail"], ["", "Not seen", "none"]].map(([value, words, tone]) =>
      make("label", { class: `v-${tone}` }, make("input", {
        type: "radio", name: `a-${row.id}`, value, checked: (own.answer ?? "") === value, onchange: () => set({ answer: value }),
      }), words))),
    make("input", { class: "remark", placeholder: "Remark", "aria-label": "Remark", value: own.remark ?? "", onchange: (event) => set({ remark: event.target.value }) }));
    return box;
  };

  // ---- saving

  const download = (name, data) => {
    const link = make("a", { download: name, href: URL.createObjectURL(new Blob([data], { type: "application/octet-stream" })) });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  };
  const confirmed = (title, yes, ...inside) => new Promise((done) => {
    const dialog = $("ask-first");
    $("ask-title").textContent = title;
    $("ask-yes").textContent = yes;
    $("ask-text").replaceChildren(...inside);
    const close = (value) => { dialog.onclose = null; dialog.close(); done(value); };
    $("ask-yes").onclick = () => close(true);
    $("ask-no").onclick = () => close(false);
    dialog.onclose = () => done(false);
    dialog.showModal();
  });
  const saveReport = attempt(async () => {
    $("report").disabled = true;
    try {
      for (const [name, text] of Object.entries(await ask("report", question()))) download(name, text);
    } finally { $("report").disabled = files.length === 0; }
  });
  const save = attempt(async () => {
    if (!site.path) {
      for (const file of files) {
        const name = file.name.replaceAll("/", "-");
        if (file.book) download(name, Uint8Array.from(atob(file.book), (each) => each.charCodeAt(0)));
        else if (file.text || file.editable) download(name, sent(file));
      }
      return;
    }
    const some = changed();
    const worst = $("state").textContent;
    const sure = await confirmed(`Replace ${some.length} file${some.length > 1 ? "s" : ""} of ${site.path}?`, "Replace",
      make("ul", {}, ...some.map((file) => make("li", {}, file.name))),
      make("p", { class: "soft" }, `As edited, this filing: ${worst}. A filing is a representation to the regulator: the floor must be as it states.`));
    if (!sure) return;
    const made = contents(some);
    const { saved } = await ask("save", { ...question(), ...made, digests: Object.fromEntries(some.map((file) => [file.name, file.digest])) });
    for (const file of some.filter((each) => saved[each.name])) {
      const now = file.name in made.texts ? { saved: made.texts[file.name].replaceAll("\r\n", "\n") } : { book: undefined };
      Object.assign(file, { digest: saved[file.name], ...now });
    }
    draw();
  });

  // ---- adding files

  const base64 = async (blob) => {
    const bytes = new Uint8Array(await blob.arrayBuffer());
    let text = "";
    for (let n = 0; n < bytes.length; n += 32768) text += String.fromCharCode(...bytes.subarray(n, n + 32768));
    return btoa(text);
  };
  const walk = async (entry, path, found) => {
    if (entry.isFile) found.push([path + entry.name, await new Promise((done, fail) => entry.file(done, fail))]);
    else {
      const reader = entry.createReader();
      for (;;) {
        const some = await new Promise((done, fail) => reader.readEntries(done, fail));
        if (!some.length) break;
        for (const each of some) if (!each.name.startsWith(".")) await walk(each, `${path}${entry.name}/`, found);
      }
    }
    return found;
  };
  const add = attempt(async (some) => {
    if (site.path) throw new Error("This filing is on disk: start pitboss serve without a path to check dropped files.");
    for (const [name, blob] of some) {
      await ask("add", { file: name, contents: await base64(blob) });
      files = files.filter((file) => file.name !== name); // what is dropped again replaces what was edited
    }
    await open();
  });

  // ---- completion and the law on a word

  let offers = null; // start, end, choices, at
  const hideChoices = () => { offers = null; $("choices").hidden = true; $("text").removeAttribute("aria-activedescendant"); };
  const caret = () => {
    const before = $("text").value.slice(0, $("text").selectionStart).split("\n");
    return [before.length - 1, before.at(-1).length];
  };
  // A filing with CRLF is sent with it, and places count it; the page's own texts have none.
  const toSent = (offset) => (current.crlf ? offset + $("text").value.slice(0, offset).split("\n").length - 1 : offset);
  const fromSent = (offset) => {
    if (!current.crlf) return offset;
    return sent(current).slice(0, offset).replaceAll("\r\n", "\n").length;
  };
  const complete = attempt(async () => {
    if (!current?.editable) return;
    const asked = version;
    const found = await ask("complete", { ...question(), file: current.name, offset: toSent($("text").selectionStart) });
    if (asked !== version || !found.choices.length) { hideChoices(); return; }
    const start = fromSent(found.start);
    const typed = $("text").value.slice(start, $("text").selectionStart).toLowerCase();
    const choices = found.choices.filter((one) => one.word.toLowerCase().startsWith(typed)).sort((a, b) => Boolean(a.barred) - Boolean(b.barred));
    if (!choices.length) { hideChoices(); return; }
    offers = { start, end: fromSent(found.end), choices, at: 0 };
    const [line, column] = caret();
    const style = getComputedStyle($("text"));
    const height = parseFloat(style.lineHeight);
    const wide = parseFloat(style.fontSize) * 0.6;
    $("choices").hidden = false;
    $("choices").style.top = `${(line + 1) * height + 10 - $("text").scrollTop}px`;
    $("choices").style.left = `${Math.max(0, Math.min(column * wide + 14 - $("text").scrollLeft, $("text").clientWidth - $("choices").offsetWidth))}px`;
    drawChoices();
  });
  const drawChoices = () => {
    $("choices").replaceChildren(...offers.choices.map((one, n) => make("li", {
      role: "option", id: `choice-${n}`, "aria-selected": String(n === offers.at), class: one.barred ? "barred" : "",
      onmousedown: (event) => { event.preventDefault(); offers.at = n; insert(); },
    }, one.word, make("small", {}, one.barred || one.title))));
    $("text").setAttribute("aria-activedescendant", `choice-${offers.at}`);
    $(`choice-${offers.at}`).scrollIntoView({ block: "nearest" });
  };
  const insert = () => {
    const one = offers.choices[offers.at];
    const after = $("text").value.slice(offers.end);
    const word = one.word + (one.kind === "key" && !/^\s*:/.test(after) ? ": " : "");
    $("text").setRangeText(word, offers.start, offers.end, "end");
    hideChoices();
    typed();
  };
  const law = attempt(async () => {
    if (!current || current.sheets) return;
    const { note } = await ask("law", { ...question(), file: current.name, offset: toSent($("text").selectionStart) });
    $("law").hidden = false;
    const lines = (note || "No rule is known for the word at the cursor.").split(/\n\n+/);
    $("law").replaceChildren(...lines.map((line) => make("p", {}, ...line.split(/\*\*(.+?)\*\*/).map((part, n) => (n % 2 ? make("strong", {}, part) : part)))));
  });

  const typed = () => {
    current.text = $("text").value;
    paint();
    const tab = document.querySelector('#files [aria-selected="true"]');
    const mark = tab?.querySelector("i");
    if (current.text !== current.saved && !mark) tab?.append(make("i", { "aria-label": "edited" }, "●"));
    if (current.text === current.saved) mark?.remove();
    if (site.path) $("save").disabled = changed().length === 0;
    touch();
  };

  // ---- views

  const VIEWS = ["filing", "findings", "may", "floor"];
  const pick = (name) => {
    for (const each of VIEWS) {
      const tab = $(`tab-${each}`);
      tab.setAttribute("aria-selected", String(each === name));
      tab.tabIndex = each === name ? 0 : -1;
      if (each !== "filing") $(`view-${each}`).hidden = each !== name;
    }
    document.querySelector(".desk").dataset.view = name;
    if (name === "may" && !$("may").children.length && $("may-table").value) may();
    if (name === "floor") worksheet();
    if (name === "filing") scrolled();
  };
  // On a wide screen the filing is always there.
  const pane = (name) => { if (getComputedStyle($("tab-filing")).display !== "none") pick(name); };
  const arrows = (event, tabs) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = tabs.indexOf(document.activeElement);
    if (!step || at < 0) return;
    event.preventDefault();
    const next = tabs[(at + step + tabs.length) % tabs.length];
    next.click();
    next.focus();
  };

  // ---- events

  $("text").addEventListener("input", () => { hideChoices(); typed(); });
  $("text").addEventListener("scroll", () => { scrolled(); if (offers) hideChoices(); });
  $("text").addEventListener("blur", hideChoices);
  $("text").addEventListener("keydown", (event) => {
    if (offers && ["ArrowDown", "ArrowUp"].includes(event.key)) {
      event.preventDefault();
      offers.at = (offers.at + (event.key === "ArrowDown" ? 1 : offers.choices.length - 1)) % offers.choices.length;
      drawChoices();
    } else if (offers && ["Enter", "Tab"].includes(event.key)) { event.preventDefault(); insert(); }
    else if (offers && event.key === "Escape") { event.preventDefault(); hideChoices(); }
    else if (event.key === " " && event.ctrlKey) { event.preventDefault(); complete(); }
    else if (event.key === "Enter" && !$("text").readOnly) {
      const [, column] = caret();
      const line = $("text").value.slice($("text").selectionStart - column, $("text").selectionStart);
      event.preventDefault();
      $("text").setRangeText(`\n${line.match(/^ */)[0]}`, $("text").selectionStart, $("text").selectionEnd, "end");
      typed();
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "F1") { event.preventDefault(); law(); }
    if (event.key === "F8") {
      event.preventDefault();
      const own = shownFindings().filter((one) => one.file && one.line && one.state !== "floor")
        .sort((a, b) => files.findIndex((f) => f.name === a.file) - files.findIndex((f) => f.name === b.file) || a.line - b.line);
      const [line] = caret();
      const here = files.indexOf(current);
      const later = own.find((one) => { const at = files.findIndex((f) => f.name === one.file); return at > here || (at === here && one.line > line + 1); }) ?? own[0];
      if (later) show(files.find((file) => file.name === later.file), later.line, later.column, later.cell);
    }
    if (event.key === "s" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); if (!$("save").disabled) save(); }
  });
  for (const name of VIEWS) $(`tab-${name}`).addEventListener("click", () => pick(name));
  document.querySelector(".views").addEventListener("keydown", (event) => arrows(event, VIEWS.map((name) => $(`tab-${name}`)).filter((tab) => tab.checkVisibility())));
  $("files").addEventListener("keydown", (event) => {
    arrows(event, [...document.querySelectorAll('#files [role="tab"]')]);
    if (["ArrowRight", "ArrowLeft"].includes(event.key)) document.querySelector('#files [aria-selected="true"]')?.focus();
  });
  $("day").addEventListener("change", () => { chosen = $("day").value || null; touch(); });
  $("own-day").addEventListener("click", () => { chosen = null; touch(0); });
  $("filter").addEventListener("input", () => { limit = MANY; list(); });
  $("more").addEventListener("click", () => { limit += 200; list(); });
  $("may-table").addEventListener("change", () => { $("may").replaceChildren(); ofGame(); if ($("may-table").value) may(); });
  $("ask").addEventListener("submit", (event) => { event.preventDefault(); may(); });
  $("floor-table").addEventListener("change", worksheet);
  for (const id of ["by", "on"]) {
    $(id).addEventListener("change", () => {
      for (const one of Object.values(seen)) Object.assign(one, { by: $("by").value.trim(), on: $("on").value });
      store();
      sheet();
      touch();
    });
  }
  $("again").addEventListener("click", attempt(open));
  $("sheets").addEventListener("keydown", (event) => {
    const at = [...$("sheets").children].indexOf(document.activeElement);
    arrows(event, [...$("sheets").children]);
    if (["ArrowRight", "ArrowLeft"].includes(event.key) && at >= 0) $("sheets").querySelector('[aria-selected="true"]').focus();
  });
  $("report").addEventListener("click", saveReport);
  $("save").addEventListener("click", save);
  $("starter").addEventListener("click", attempt(async () => {
    await ask("start", { game: $("starter-game").value });
    await open();
  }));
  $("mode").addEventListener("click", () => {
    const dark = getComputedStyle(document.documentElement).colorScheme === "dark"
      || (!document.documentElement.dataset.mode && matchMedia("(prefers-color-scheme: dark)").matches);
    document.documentElement.dataset.mode = dark ? "light" : "dark";
    $("mode").textContent = dark ? "Dark" : "Light";
  });
  if (matchMedia("(prefers-color-scheme: dark)").matches) $("mode").textContent = "Light";
  $("picker").addEventListener("change", async () => {
    await add([...$("picker").files].map((file) => [file.webkitRelativePath || file.name, file]));
    $("picker").value = "";
  });
  const desk = document.querySelector(".desk");
  document.addEventListener("dragover", (event) => { event.preventDefault(); desk.classList.add("over"); });
  document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) desk.classList.remove("over"); });
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    desk.classList.remove("over");
    const items = [...event.dataTransfer.items];
    const entries = items.map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    const plain = [...event.dataTransfer.files].map((file) => [file.name, file]);
    const found = [];
    for (const entry of entries) await walk(entry, "", found);
    await add(found.length ? found : plain);
  });
  addEventListener("beforeunload", (event) => { if (site && changed().length) event.preventDefault(); });

  attempt(async () => {
    if (!SECRET) throw new Error("The secret of this start is missing: open the whole address that pitboss serve printed.");
    await open();
    restore();
  })();
})();
