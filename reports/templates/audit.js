// The audit report comes alive: filters, two groupings, links that land, keys, and answers that are kept.
// Without it the file reads and prints the same. What the filing says is only ever read and written as text here.
(() => {
  "use strict";
  const root = document.documentElement, $ = (id) => document.getElementById(id);
  const all = (what, where = document) => [...where.querySelectorAll(what)];
  const index = JSON.parse($("index").textContent);
  const findings = all(".finding").map((e) => ({
    e, id: e.id, verdict: e.dataset.v, section: e.closest(".group").dataset.s, runs: index.findings[e.id] || [],
    details: e.firstElementChild, text: null,
  }));
  const byId = new Map(findings.map((f) => [f.id, f]));
  root.classList.add("scripted");
  root.dataset.by = "provision";

  // ---- tables: a filter names some by number, range or pit; a finding has runs of positions
  const pitOf = index.pit.flatMap(([pit, n]) => Array(n).fill(index.pits[pit]));
  const position = new Map(index.tables.map((number, n) => [number, n]));
  const chosen = (text, pit) => {
    const wanted = new Uint8Array(index.tables.length);
    const parts = text.split(/[,;\s]+/).filter(Boolean);
    if (!parts.length) wanted.fill(1);
    for (const part of parts) {
      const [from, to] = position.has(part) ? [part, part] : part.split(/[-–]/, 2);
      const a = position.get(from), b = position.get(to ?? from);
      if (a !== undefined && b !== undefined) wanted.fill(1, Math.min(a, b), Math.max(a, b) + 1);
    }
    if (pit) pitOf.forEach((p, n) => { if (p !== pit) wanted[n] = 0; });
    const sums = new Uint32Array(wanted.length + 1);
    wanted.forEach((w, n) => { sums[n + 1] = sums[n] + w; });
    return (runs) => { for (let i = 0; i < runs.length; i += 2) if (sums[runs[i + 1] + 1] > sums[runs[i]]) return true; return false; };
  };

  // ---- filters, which are kept in the address
  const bar = document.querySelector(".bar");
  const state = { verdict: new Set(), section: "", pit: "", table: "", q: "" };
  const groups = all(".group").map((e) => ({ e, members: findings.filter((f) => e.contains(f.e)) }));
  const bodies = new Map(); // a finding's body while it is shown by table: id → link
  const tables = all(".tables").map((e) => ({
    e, runs: (e.dataset.runs.match(/\d+/g) || []).map(Number), clean: "clean" in e.dataset,
    refs: all(".ref", e).map((a) => ({ a, li: a.parentNode, id: a.hash.slice(1) })),
  }));
  const pits = all(".pit").map((e) => ({ e, members: tables.filter((t) => e.contains(t.e)) }));
  const show = (e, yes) => { if (e.hidden === yes) e.hidden = !yes; };
  const words = (f) => (f.text ??= `${f.e.textContent} ${$(f.id + "-body").textContent}`.toLowerCase());
  const says = (f, token) => { // the number of a table is found inside a run of tables too
    const at = position.get(token);
    return words(f).includes(token) || (at !== undefined && f.runs.some((from, i) => i % 2 === 0 && from <= at && at <= f.runs[i + 1]));
  };
  const filtered = () => state.verdict.size + (state.section || state.pit || state.table || state.q ? 1 : 0) > 0;

  const apply = (write = true) => {
    const here = state.pit || state.table.trim() ? chosen(state.table, state.pit) : null;
    const tokens = (state.q.toLowerCase().match(/"[^"]+"|\S+/g) || []).map((t) => t.replace(/^"(.+)"$/, "$1"));
    const left = new Set();
    for (const f of findings) {
      const yes = (!state.verdict.size || state.verdict.has(f.verdict)) && (!state.section || f.section === state.section)
        && (!here || here(f.runs)) && tokens.every((t) => says(f, t));
      if (yes) left.add(f.id);
      f.e.classList.remove("beside");
      show(f.e, yes);
    }
    for (const g of groups) show(g.e, g.members.some((f) => !f.e.hidden));
    const some = state.verdict.size || state.section || tokens.length;
    for (const t of tables) {
      let any = false;
      for (const r of t.refs) { const yes = left.has(r.id); any ||= yes; show(r.li, yes); }
      show(t.e, (!here || here(t.runs)) && (any || (t.clean && !some)));
    }
    for (const p of pits) show(p.e, p.members.some((t) => !t.e.hidden));
    const on = filtered(), n = left.size;
    $("told").textContent = (on ? `${n} of ${findings.length} findings` : `${n} finding${n === 1 ? "" : "s"}`);
    $("left-out").textContent = on ? `Only part of the report: ${n} of ${findings.length} findings are printed, those that the filters leave (${decodeURIComponent(written()) }).` : "";
    show($("nothing"), n === 0);
    for (const b of all('[data-do="clear"]', bar)) b.hidden = !on;
    for (const b of all("[data-verdict]", bar)) b.setAttribute("aria-pressed", state.verdict.has(b.dataset.verdict));
    if (write) history.replaceState(null, "", on || root.dataset.by === "table" ? "#" + written() : location.pathname + location.search);
  };
  const written = () => {
    const p = new URLSearchParams();
    if (state.verdict.size) p.set("verdict", [...state.verdict].join(","));
    for (const key of ["section", "pit", "table", "q"]) if (state[key]) p.set(key, state[key]);
    if (root.dataset.by === "table") p.set("by", "table");
    return p.toString();
  };
  const known = (id, value) => [...$(id).options].some((o) => o.value === value) ? value : "";
  const set = (p) => {
    const verdicts = new Set(all("[data-verdict]", bar).map((b) => b.dataset.verdict));
    state.verdict = new Set((p.get("verdict") || "").split(",").filter((v) => verdicts.has(v)));
    Object.assign(state, { section: known("section", p.get("section") || ""), pit: known("pit", p.get("pit") || ""), table: p.get("table") || "", q: p.get("q") || "" });
    for (const key of ["section", "pit", "table", "q"]) $(key).value = state[key];
    group(p.get("by") === "table" ? "table" : "provision");
  };
  const clear = () => { set(new URLSearchParams(root.dataset.by === "table" ? "by=table" : "")); apply(); };

  // ---- the same findings by provision and by table: a body is lent to the table where it is read
  const home = (id) => {
    const a = bodies.get(id);
    if (!a) return;
    bodies.delete(id);
    a.setAttribute("aria-expanded", "false");
    byId.get(id).details.append($(id + "-body"));
  };
  const lend = (a, id) => {
    const open = bodies.get(id) === a;
    home(id);
    if (open) return;
    bodies.set(id, a);
    a.setAttribute("aria-expanded", "true");
    const body = $(id + "-body");
    body.classList.add("v-" + byId.get(id).verdict);
    a.after(body);
  };
  const group = (by) => {
    root.dataset.by = by;
    for (const b of all("[data-by]", bar)) b.setAttribute("aria-pressed", b.dataset.by === by);
    if (by === "provision") for (const id of [...bodies.keys()]) home(id);
  };
  for (const t of tables) for (const r of t.refs) { r.a.setAttribute("role", "button"); r.a.setAttribute("aria-expanded", "false"); }

  // ---- links
  const reveal = (id) => {
    const f = byId.get(id);
    if (!f) return false;
    group("provision");
    if (f.e.hidden) { f.e.classList.add("beside"); f.e.hidden = false; f.e.closest(".group").hidden = false; }
    f.details.open = true;
    f.e.scrollIntoView({ behavior: "instant" });
    f.details.firstElementChild.focus({ preventScroll: true });
    requestAnimationFrame(() => f.e.scrollIntoView({ behavior: "instant" })); // heights are known once it has been drawn
    return true;
  };
  const land = (e) => { // heights above are known only once they have been drawn
    let tries = 6;
    const go = () => { e?.scrollIntoView({ behavior: "instant" }); if (tries--) requestAnimationFrame(go); };
    go();
  };
  const follow = () => {
    const hash = location.hash.slice(1);
    if (hash.startsWith("f-")) { reveal(hash); return; }
    if (hash.includes("=")) { set(new URLSearchParams(hash)); apply(false); land($("work")); return; }
    if (hash === "by-table") { group("table"); apply(); land($("work")); return; }
    const e = hash && $(hash), fold = e && e.closest("details");
    if (fold) fold.open = true;
    land(e);
  };

  // ---- keys
  const rows = () => root.dataset.by === "table"
    ? tables.filter((t) => !t.e.hidden && !t.e.parentNode.hidden).flatMap((t) => [t.e.firstElementChild, ...(t.e.open ? t.refs.filter((r) => !r.li.hidden).map((r) => r.a) : [])])
    : findings.filter((f) => !f.e.hidden).map((f) => f.details.firstElementChild);
  const step = (by) => {
    const list = rows(), now = document.activeElement;
    if (!list.length) return;
    let at = list.indexOf(now);
    if (at < 0 && $("work").contains(now) && !bar.contains(now)) at = list.findLastIndex((r) => r.compareDocumentPosition(now) & 4) - (by < 0 ? -1 : 0);
    const next = list[Math.max(0, Math.min(list.length - 1, at + by))];
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest", behavior: "instant" });
  };
  const openAll = (yes) => {
    const list = root.dataset.by === "table" ? tables.map((t) => t.e) : findings.map((f) => f.details);
    for (const d of list) if (!d.closest("[hidden]")) d.open = yes;
    const b = bar.querySelector('[data-do="all"]');
    b.setAttribute("aria-pressed", yes);
    b.textContent = yes ? "Close all" : "Open all";
  };
  const isOpen = () => bar.querySelector('[data-do="all"]').getAttribute("aria-pressed") === "true";
  const regroup = () => { group(root.dataset.by === "table" ? "provision" : "table"); apply(); };
  const keys = {
    "/": () => { $("q").focus(); $("q").select(); }, j: () => step(1), k: () => step(-1), g: regroup, c: clear, o: () => openAll(!isOpen()),
    "?": () => $("help").showModal(),
  };
  document.addEventListener("keydown", (e) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName);
    if (e.key === "Escape" && bar && bar.contains(e.target)) { e.target.blur(); e.preventDefault(); return; }
    if (e.key === " " && e.target.matches?.("a.ref")) { e.preventDefault(); e.target.click(); return; }
    if (typing || e.ctrlKey || e.metaKey || e.altKey || $("help").open || !keys[e.key]) return;
    if (!bar && e.key !== "?") return;
    e.preventDefault();
    keys[e.key]();
  });

  // ---- answers: kept in this browser, and in the file when it is saved
  const fields = all("main textarea, main input[name]");
  const shelf = "pitboss-answers/" + index.key;
  const stored = () => { try { return JSON.parse(localStorage.getItem(shelf)) || {}; } catch { return {}; } };
  const before = stored();
  for (const f of fields) if (!f.defaultValue && typeof before[f.name] === "string") f.value = f.defaultValue = before[f.name];
  document.addEventListener("input", (e) => {
    const f = e.target;
    if (!f.name) return;
    answered(f);
    if (f.tagName === "TEXTAREA") f.textContent = f.value; else f.setAttribute("value", f.value);
    const now = stored();
    if (f.value) now[f.name] = f.value; else delete now[f.name];
    try { localStorage.setItem(shelf, JSON.stringify(now)); } catch { /* then the saved file is what keeps them */ }
  });
  const save = () => {
    for (const id of [...bodies.keys()]) home(id);
    const copy = root.cloneNode(true);
    copy.className = "";
    for (const e of copy.querySelectorAll(".finding, .group, .tables, .pit, .tables li")) e.hidden = false;
    const a = document.createElement("a");
    a.href = URL.createObjectURL(new Blob(["<!DOCTYPE html>\n" + copy.outerHTML], { type: "text/html" }));
    a.download = "determination-with-answers.html";
    a.click();
    setTimeout(() => URL.revokeObjectURL(a.href), 1000);
  };

  // ---- paper: everything at home and opened; what else is printed is chosen at the side
  const answered = (f) => f.closest(".respond")?.classList.toggle("answered", all("textarea, input", f.closest(".respond")).some((e) => e.value));
  for (const f of fields) if (f.value) answered(f);
  const also = all("[data-print]");
  const choose = () => { root.dataset.print = also.filter((c) => c.checked).map((c) => c.dataset.print).join(" "); };
  for (const c of also) c.addEventListener("change", choose);
  let closed = [];
  addEventListener("beforeprint", () => {
    for (const id of [...bodies.keys()]) home(id);
    closed = all("details:not([open])");
    for (const d of closed) d.open = true;
  });
  addEventListener("afterprint", () => { for (const d of closed) d.open = false; });

  // ---- what is clicked and typed
  document.addEventListener("click", (e) => {
    const ref = e.target.closest("a.ref");
    if (ref && !e.ctrlKey && !e.metaKey && !e.shiftKey) { e.preventDefault(); lend(ref, ref.hash.slice(1)); return; }
    const link = e.target.closest('a[href^="#"]');
    if (link && link.hash === location.hash) { e.preventDefault(); follow(); return; }
    const b = e.target.closest("button");
    if (!b) return;
    const act = { print: () => print(), save, help: keys["?"], clear, all: () => openAll(!isOpen()), filters: () => b.setAttribute("aria-expanded", bar.classList.toggle("unfolded")) }[b.dataset.do];
    if (act) act();
    if (b.dataset.by) { group(b.dataset.by); apply(); }
    if (b.dataset.verdict) { state.verdict.has(b.dataset.verdict) ? state.verdict.delete(b.dataset.verdict) : state.verdict.add(b.dataset.verdict); apply(); }
  });
  addEventListener("hashchange", follow);
  if (!bar) return;
  const boxes = ["section", "pit", "table", "q"];
  let waiting;
  for (const key of boxes) $(key).addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => { for (const k of boxes) state[k] = $(k).value; apply(); }, key === "q" ? 60 : 0);
  });
  bar.addEventListener("submit", (e) => e.preventDefault());
  const busy = window.requestIdleCallback || ((f) => setTimeout(f, 300));
  busy(() => { for (const f of findings) words(f); });
  if (location.hash) follow();
})();
