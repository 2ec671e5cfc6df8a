"use strict";
/* The law of a day: what was not in force is hidden, and the day goes along from page to page in the address.
   And the search, which has its words from words.js. Without this script every version is shown with its dates. */
(() => {
  const $ = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const DAY = /^\d{4}-\d\d-\d\d$/;

  const asked = new URLSearchParams(location.search);
  let day = DAY.test(asked.get("as-of") || "") ? asked.get("as-of") : "";

  document.documentElement.classList.add("live-js");
  all(".live").forEach((element) => { element.hidden = false; });

  // ---- as of a day

  const form = $("#asof");
  const inForce = (element) => {
    const { since, until } = element.dataset;
    return !day || ((!since || since <= day) && (!until || day < until));
  };

  function show() {
    const versions = all("[data-since]");
    for (const version of versions) version.hidden = !inForce(version);
    for (const clause of all(".clause:has(.version), .means > div:has(.version)")) {
      clause.hidden = all(".version", clause).every((version) => version.hidden);
    }
    for (const list of all(".folded")) list.hidden = all(".clause", list).every((clause) => clause.hidden);
    for (const list of all(".rules-of")) {
      const empty = all(".version", list).every((version) => version.hidden);
      list.hidden = empty;
      list.previousElementSibling.hidden = empty;
    }
    for (const list of all(".pays")) {
      const empty = all(".version", list).every((version) => version.hidden);
      list.hidden = empty;
      list.previousElementSibling.hidden = empty;
    }
    for (const article of all(".provision")) {
      const inside = all(".version", article);
      article.classList.toggle("is-void", inside.length > 0 && inside.every((version) => version.hidden));
    }
    spans();
    if (form) {
      const hidden = versions.filter((version) => version.hidden).length;
      $("#day").value = day;
      const turn = $("#turn");
      if (turn) turn.value = [...turn.options].some((option) => option.value === day) ? day : "";
      $("#asof-told").textContent = !day ? "All versions are shown, each with its dates."
        : `The law of ${day}: ${versions.length - hidden} of ${versions.length} versions were in force, the others are hidden.`;
      mark();
    }
    carry();
  }

  /** Of the matrices of a game one is shown: that of the day, or the one chosen, or the newest. */
  function spans(chosen = "") {
    const found = all("[data-matrix]");
    const of = (matrix) => matrix.dataset.from <= day && (!matrix.dataset.to || day < matrix.dataset.to);
    const one = chosen ? document.getElementById(chosen) : day ? found.find(of) : found[0];
    for (const matrix of found) matrix.hidden = matrix !== one;
    if ($("#span") && one) $("#span").value = one.id;
  }

  /** The day on the line of time. */
  function mark() {
    const axis = $(".axis");
    if (!axis) return;
    $(".now", axis)?.remove();
    const [first, last, at] = [axis.dataset.first, axis.dataset.last, day].map((text) => Date.parse(text));
    if (!day || at < first || at > last) return;
    const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
    const x = `${(at - first) / (last - first) * 100}%`;
    for (const [name, value] of Object.entries({ x1: x, x2: x, y1: 2, y2: 32, class: "now" })) line.setAttribute(name, value);
    $("svg", axis).append(line);
  }

  /** Links within the rulebook keep the day. */
  function carry() {
    for (const link of all('a[href]')) {
      const [, file, hash = ""] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/.exec(link.getAttribute("href"));
      if (/^[\w.-]+\.html$/.test(file)) link.setAttribute("href", file + (day ? `?as-of=${day}` : "") + hash);
    }
    const find = $("header form");
    let kept = $("input[name=as-of]", find);
    if (day && !kept) {
      kept = Object.assign(document.createElement("input"), { type: "hidden", name: "as-of" });
      find.append(kept);
    }
    if (kept) day ? kept.value = day : kept.remove();
  }

  function choose(chosen) {
    day = DAY.test(chosen) ? chosen : "";
    const address = new URL(location.href);
    day ? address.searchParams.set("as-of", day) : address.searchParams.delete("as-of");
    history.replaceState(null, "", address);
    show();
  }

  if (form) {
    $("#day").addEventListener("change", (event) => choose(event.target.value));
    $("#turn")?.addEventListener("change", (event) => choose(event.target.value));
    form.addEventListener("reset", (event) => { event.preventDefault(); choose(""); });
    form.addEventListener("submit", (event) => event.preventDefault());
    all(".axis circle").forEach((dot) => dot.addEventListener("click", () => choose(dot.dataset.day)));
  }
  $("#span")?.addEventListener("change", (event) => spans(event.target.value));
  show();

  // ---- a place inside a list that is closed opens it

  function open() {
    const place = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!place) return;
    for (let list = place.closest("details"); list; list = list.parentElement.closest("details")) list.open = true;
    if (place.closest("[data-matrix]")) spans(place.closest("[data-matrix]").id);
    if (place.closest("[hidden]") && day) choose("");
    place.scrollIntoView();
  }
  addEventListener("hashchange", open);
  open();

  addEventListener("keydown", (event) => {
    if (event.key === "/" && !/^(input|select|textarea)$/i.test(event.target.tagName) && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      ($("#q") || $("#find")).focus();
    }
  });

  // ---- search

  const field = $("#q");
  if (!field) return;
  const fold = (text) => text.toLowerCase().replace(/\s+/g, " ").trim();
  const bare = (text) => fold(text).replace(/^n\.j\.a\.c\.|^§/, "").replace(/[\s.]+$/, "").trim();
  const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  let words = [];

  const FILLING = new Set("a an the of in on at to for by is are be and or how many much what which when where who can may must does do".split(" "));
  const partsOf = (query) => {
    const parts = fold(query).replace(/[?!]+$/, "").split(" ").filter(Boolean);
    const telling = parts.filter((part) => !FILLING.has(part));
    return /\d/.test(query) || !telling.length ? parts : telling;  // "20 to 1" is looked for as it stands
  };

  /** Places that have all of the words; a citation and what is called so come first, then sections that are about it. */
  function found(query) {
    const cite = bare(query).replace(/ /g, "");
    const parts = partsOf(query);
    const hits = [];
    words.forEach(([href, name, title, said], place) => {
      const own = fold(name);
      const whole = `${own} ${fold(title)} ${said.toLowerCase()}`;
      const short = own.replace(/^[^-]*-/, "");
      const about = /^\d+:\d+-\d+\.\d+[a-z]?$/.test(own);
      let rank = 0;
      if (own === cite || short === cite) rank = 100;
      else if (/^\d.*[.-]/.test(cite) && (own.startsWith(cite) || short.startsWith(cite))) rank = 60;
      else if (parts.every((part) => whole.includes(part))) {
        rank = 10 + parts.filter((part) => own.includes(part)).length * 6 + parts.filter((part) => fold(title).includes(part)).length * 3;
        if (whole.includes(parts.join(" "))) rank += parts.length > 1 ? 20 : 8;
        if (about && parts.every((part) => fold(title).includes(part))) rank += 25;
        if (own === parts.join(" ")) rank += 25;
      }
      if (rank) hits.push({ rank, place, href, name, title, said });
    });
    return hits.sort((a, b) => b.rank - a.rank || a.place - b.place);
  }

  /** A text with the words marked, cut to what is around the first of them. */
  function excerpt(text, parts) {
    const first = parts.map((part) => text.toLowerCase().indexOf(part)).filter((at) => at >= 0);
    const start = Math.max(0, Math.min(...first, text.length) - 90);
    const from = start ? text.indexOf(" ", start) + 1 : 0;
    const cut = text.slice(from, from + 260);
    const p = document.createElement("p");
    if (from) p.append("… ");
    for (const piece of cut.split(new RegExp(`(${parts.map(escape).join("|")})`, "gi"))) {
      if (parts.includes(piece.toLowerCase())) p.append(Object.assign(document.createElement("mark"), { textContent: piece }));
      else p.append(piece);
    }
    if (from + 260 < text.length) p.append(" …");
    return p;
  }

  function list() {
    const query = field.value;
    const parts = partsOf(query);
    const hits = parts.length ? found(query) : [];
    $("#results").replaceChildren(...hits.slice(0, 60).map(({ href, name, title, said }) => {
      const item = document.createElement("li");
      const link = Object.assign(document.createElement("a"), { className: "cite", href, textContent: name });
      item.append(link, " ", Object.assign(document.createElement("span"), { className: "soft", textContent: title }));
      if (said) item.append(excerpt(said, parts));
      return item;
    }));
    $("#count").textContent = !parts.length ? "" : !hits.length ? `Nothing has all of “${query.trim()}”.`
      : `${hits.length} ${hits.length === 1 ? "place" : "places"}${hits.length > 60 ? ", the first 60 shown" : ""}`;
    const address = new URL(location.href);
    query ? address.searchParams.set("q", query) : address.searchParams.delete("q");
    history.replaceState(null, "", address);
    carry();
  }

  field.addEventListener("input", list);
  $("#search").addEventListener("submit", (event) => { event.preventDefault(); $("#results a")?.click(); });
  addEventListener("load", () => {
    words = window.WORDS || [];
    field.value = asked.get("q") || "";
    field.focus();
    list();
  });
})();
