// Light or dark: as the system has it, until the reader says otherwise. Shared by every page that pitboss writes.
(() => {
  "use strict";
  const root = document.documentElement, dark = matchMedia("(prefers-color-scheme: dark)");
  const kept = () => { try { return localStorage.getItem("pitboss-mode"); } catch { return null; } };
  const mode = () => root.dataset.mode || (dark.matches ? "dark" : "light");
  const say = () => { for (const b of document.querySelectorAll('[data-do="mode"]')) b.textContent = mode() === "dark" ? "Light" : "Dark"; };
  const turn = () => {
    root.dataset.mode = mode() === "dark" ? "light" : "dark";
    try { localStorage.setItem("pitboss-mode", root.dataset.mode); } catch { /* a page without storage is a page all the same */ }
    say();
  };
  if (["light", "dark"].includes(kept())) root.dataset.mode = kept();
  document.addEventListener("click", (e) => { if (e.target.closest('[data-do="mode"]')) turn(); });
  document.addEventListener("keydown", (e) => {
    if (e.key === "d" && !e.ctrlKey && !e.metaKey && !e.altKey && !/^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName)) turn();
  });
  dark.addEventListener("change", say);
  for (const e of document.querySelectorAll(".tools, .live")) e.hidden = e.id === "nothing";
  say();
})();
