// Tables sort by a click on a heading, and the findings that the filters leave are downloaded as CSV or as a workbook.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);

  // ---- sorting: figures as figures, provisions and table numbers by their parts
  const parts = (text) => text.trim().toLowerCase().match(/\d+|\D+/g) || [];
  const order = (a, b) => {
    for (let i = 0; i < Math.max(a.length, b.length); i++) {
      if (a[i] === undefined || b[i] === undefined) return a.length - b.length;
      const both = Number(a[i]) - Number(b[i]);
      if (both) return both;
      if (Number.isNaN(both) && a[i] !== b[i]) return a[i] < b[i] ? -1 : 1;
    }
    return 0;
  };
  const value = (cell) => {
    const badge = cell.querySelector(".badge");
    if (badge) return [String(["fail", "open", "needs", "floor", "approved", "pass", "none"].findIndex((v) => badge.classList.contains("v-" + v)))];
    const text = cell.textContent.trim();
    return cell.classList.contains("num") && !/\d/.test(text) ? ["0"] : parts(text.replaceAll(",", ""));
  };
  for (const table of document.querySelectorAll("table.sortable")) {
    const body = table.tBodies[0], heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const first = head.classList.contains("num") && column ? -1 : 1; // the largest figure first
        const now = head.getAttribute("aria-sort");
        const way = !now ? first : now === "ascending" ? -1 : 1;
        for (const h of heads) h.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", way > 0 ? "ascending" : "descending");
        const rows = [...body.rows].map((row) => ({ row, key: value(row.cells[column]) }));
        rows.sort((a, b) => way * order(a.key, b.key));
        rows.forEach(({ row }, n) => {
          row.classList.toggle("beyond", n >= Number(table.dataset.shown ?? Infinity));
          body.append(row);
        });
      });
    });
  }

  // ---- the rows of the findings, with the responses that were entered
  const rows = () => {
    const [head, ...found] = JSON.parse($("sheet").textContent);
    const id = head.indexOf("finding"), answers = { response: "response", "corrective action": "action", owner: "owner", due: "due" };
    const made = [head];
    for (const row of found) {
      const anchor = "f-" + row[id].replace(/^f-/, "").replace(/[^A-Za-z0-9_-]/g, "_");
      if ($(anchor)?.hidden) continue;
      made.push(row.map((cell, n) => document.getElementsByName(`${anchor}-${answers[head[n]]}`)[0]?.value || cell));
    }
    return made;
  };
  const download = (name, type, content) => {
    const a = document.createElement("a");
    a.href = URL.createObjectURL(new Blob(content, { type }));
    a.download = name;
    a.click();
    setTimeout(() => URL.revokeObjectURL(a.href), 1000);
  };

  const csv = () => { // a quote precedes what a spreadsheet would take for a formula
    const cell = (v) => {
      const text = typeof v === "string" && /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(v) ? "'" + v : String(v);
      return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    };
    download("findings.csv", "text/csv", ["\ufeff", rows().map((row) => row.map(cell).join(",") + "\r\n").join("")]);
  };

  // ---- a workbook: text cells are never formulas; the parts of the archive are stored uncompressed
  const xml = (v) => String(v).replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
  const letters = (n) => (n >= 26 ? letters(Math.floor(n / 26) - 1) : "") + String.fromCharCode(65 + n % 26);
  const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n', MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships", PACKAGE = "http://schemas.openxmlformats.org/package/2006";
  const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  const workbook = (table) => {
    const wide = { notice: 60, headline: 50, why: 50, cure: 36, expected: 30, actual: 30, response: 40, "corrective action": 40, rule: 40 };
    const last = letters(table[0].length - 1) + table.length;
    const cells = (row, r) => row.map((v, c) => typeof v === "number" ? `<c r="${letters(c)}${r + 1}" s="2"><v>${v}</v></c>`
      : v === "" ? "" : `<c r="${letters(c)}${r + 1}" s="${r ? 2 : 1}" t="inlineStr"><is><t xml:space="preserve">${xml(v.slice(0, 32767))}</t></is></c>`).join("");
    return {
      "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
      "_rels/.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Findings" sheetId="1" r:id="r1"/></sheets></workbook>`,
      "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
      "xl/styles.xml": `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" applyFont="1"/><xf applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
      "xl/worksheets/sheet1.xml": `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${table[0].map((name, n) => `<col min="${n + 1}" max="${n + 1}" width="${wide[name] || 14}" customWidth="1"/>`).join("")}</cols><sheetData>${table.map((row, r) => `<row r="${r + 1}">${cells(row, r)}</row>`).join("")}</sheetData><autoFilter ref="A1:${last}"/></worksheet>`,
    };
  };
  const crc = (bytes) => {
    let c = ~0;
    for (const b of bytes) { c ^= b; for (let k = 0; k < 8; k++) c = c & 1 ? c >>> 1 ^ 0xedb88320 : c >>> 1; }
    return ~c >>> 0;
  };
  const record = (...fields) => { // little-endian fields of [bytes, value]
    const made = new DataView(new ArrayBuffer(fields.reduce((sum, [size]) => sum + size, 0)));
    let at = 0;
    for (const [size, v] of fields) { if (size === 4) made.setUint32(at, v, true); else made.setUint16(at, v, true); at += size; }
    return made.buffer;
  };
  const archive = (files) => {
    const utf8 = new TextEncoder(), content = [], directory = [];
    let at = 0, listed = 0;
    for (const [name, text] of Object.entries(files)) {
      const path = utf8.encode(name), bytes = utf8.encode(HEAD + text);
      const common = [[2, 20], [2, 0], [2, 0], [2, 0], [2, 33], [4, crc(bytes)], [4, bytes.length], [4, bytes.length], [2, path.length], [2, 0]];
      content.push(record([4, 0x04034b50], ...common), path, bytes);
      directory.push(record([4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]), path);
      at += 30 + path.length + bytes.length;
      listed += 46 + path.length;
    }
    const n = Object.keys(files).length;
    return [...content, ...directory, record([4, 0x06054b50], [2, 0], [2, 0], [2, n], [2, n], [4, listed], [4, at], [2, 0])];
  };
  const xlsx = () => download("findings.xlsx", `${TYPE}.sheet`, archive(workbook(rows())));

  document.addEventListener("click", (e) => {
    const b = e.target.closest("button[data-do]");
    if (b?.dataset.do === "csv") csv();
    if (b?.dataset.do === "xlsx") xlsx();
    if (b?.dataset.do === "severe") {
      const all = b.closest(".severe").classList.toggle("all");
      b.setAttribute("aria-pressed", all);
      b.textContent = all ? `Show the first ${$("ranked").dataset.shown}` : `Show all ${$("ranked").tBodies[0].rows.length}`;
    }
  });
})();
