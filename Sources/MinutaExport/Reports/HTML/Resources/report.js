"use strict";
// Sorts the tables; groups and filters the records. The page is complete without it.
(() => {
  const language = document.documentElement.lang;
  const collator = new Intl.Collator(language, { numeric: true });
  const numbers = new Intl.NumberFormat(language);
  const normalized = (words) => words.normalize("NFKC").toLowerCase();

  // Formats seconds as the rest of the page does, such as "3h 05m".
  const duration = (seconds) => {
    const hours = Math.floor(seconds / 3600);
    const minutes = Math.floor((seconds % 3600) / 60);
    if (seconds < 60) return `${seconds}s`;
    return hours ? `${hours}h ${String(minutes).padStart(2, "0")}m` : `${minutes}m`;
  };

  // Reads seconds from a cell, whose text has only whole minutes unless it states them.
  const seconds = (cell) => {
    if ("v" in cell.dataset) return Number(cell.dataset.v);
    const units = { h: 3600, m: 60, s: 1 };
    const parts = cell.textContent.matchAll(/(\d+)([hms])/g);
    return [...parts].reduce((sum, [, number, unit]) => sum + number * units[unit], 0);
  };

  // Replaces the placeholders of a text, such as "{count} records".
  const filled = (text, values) =>
    text.replace(/\{(\w+)\}/g, (placeholder, name) => values[name] ?? placeholder);

  const element = (name, text, attributes) => {
    const node = Object.assign(document.createElement(name), attributes);
    node.textContent = text;
    return node;
  };

  const isNumber = (head) => head.classList.contains("number");

  // Cells with a number state it in seconds or days, which is more exact than their text.
  const key = (cell, head) =>
    "v" in cell.dataset || isNumber(head) ? seconds(cell) : cell.textContent;
  const compare = (a, b) => (typeof a === "number" ? a - b : collator.compare(a, b));

  // Returns the rows in the order of a column. Equal rows keep their order; empty cells come last.
  const sorted = (rows, { column, ascending }, heads) => {
    const keys = new Map(rows.map((row) => [row, key(row.cells[column], heads[column])]));
    return [...rows].sort((first, second) => {
      const [a, b] = [keys.get(first), keys.get(second)];
      return (a === "") - (b === "") || (ascending ? compare(a, b) : compare(b, a));
    });
  };

  const replaceBodies = (table, bodies) => {
    for (const body of [...table.tBodies]) body.remove();
    table.tHead.after(...bodies);
  };

  // Makes the column titles buttons; pressing one again reverses the order.
  const addSortButtons = (table, order, draw) => {
    const heads = [...table.tHead.rows[0].cells];
    const mark = () => {
      heads.forEach((head, column) => {
        if (column !== order.column) head.removeAttribute("aria-sort");
        else head.setAttribute("aria-sort", order.ascending ? "ascending" : "descending");
      });
    };
    heads.forEach((head, column) => {
      if (head.classList.contains("unsorted")) return;
      const button = element("button", head.textContent, { type: "button" });
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        order.ascending = order.column === column ? !order.ascending : !isNumber(head);
        order.column = column;
        mark();
        draw();
      });
    });
    mark();
  };

  // A table whose groups, if it has any, appear only in its first order.
  const prepareTable = (table, first) => {
    const bodies = [...table.tBodies].map((body) => [body, [...body.rows]]);
    const rows = bodies.flatMap(([, rows]) => rows).filter((row) => row.className !== "group");
    const order = { ...first };
    const heads = table.tHead.rows[0].cells;
    addSortButtons(table, order, () => {
      if (order.column === first.column && order.ascending === first.ascending) {
        for (const [body, rows] of bodies) body.append(...rows);
        replaceBodies(table, bodies.map(([body]) => body));
        return;
      }
      const body = document.createElement("tbody");
      body.append(...sorted(rows, order, heads));
      replaceBodies(table, [body]);
    });
  };

  // Adds a column with the day to each record, and returns what filters and groups need.
  const readRecords = (table, words) => {
    const records = new Map();
    table.tHead.rows[0].prepend(element("th", words.day, { scope: "col", className: "day" }));
    for (const body of [...table.tBodies]) {
      const [title, ...rows] = body.rows;
      const day = title.cells[0].textContent;
      for (const row of rows) {
        const cell = element("td", day, { className: "day" });
        cell.dataset.v = body.dataset.day;
        row.prepend(cell);
        const cells = [...row.cells];
        records.set(row, {
          day,
          week: body.dataset.week,
          tag: row.querySelector("th")?.textContent ?? "",
          seconds: seconds(cells.at(-1)),
          words: normalized(cells.map((cell) => cell.textContent).join(" ")),
        });
      }
    }
    return records;
  };

  // Lists the tags and the paths above them: "Acme" selects "Acme/Website" too.
  const addTagOptions = (select, records) => {
    const names = new Set();
    for (const { tag } of records.values()) {
      const parts = tag.split("/");
      parts.forEach((_, index) => names.add(parts.slice(0, index + 1).join("/")));
    }
    for (const name of [...names].sort(collator.compare)) {
      select.append(element("option", name, { value: `=${name}` }));
    }
  };

  const prepareRecords = (table) => {
    const [search, tag, group, reset, shown] = ["search", "tag", "group", "reset", "shown"].map(
      (id) => document.getElementById(id)
    );
    const words = document.querySelector(".tools").dataset;
    const records = readRecords(table, words);
    const heads = table.tHead.rows[0].cells;
    const all = [...records.keys()];
    const sum = (rows) => rows.reduce((total, row) => total + records.get(row).seconds, 0);
    const total = duration(sum(all));
    const order = { column: 0, ascending: true };
    let foot = table.tFoot.rows[0];
    if (tag) addTagOptions(tag, records);

    const matches = () => {
      const wanted = normalized(search.value).split(/\s+/).filter(Boolean);
      const path = tag?.value.slice(1);
      return all.filter((row) => {
        const record = records.get(row);
        const hasTag = !path || record.tag === path || record.tag.startsWith(`${path}/`);
        return hasTag && wanted.every((word) => record.words.includes(word));
      });
    };

    // Returns pairs of a title and its records. Groups are in the order of time or of their names,
    // or of their sums if the records are sorted by duration.
    const groups = (rows) => {
      const members = new Map();
      for (const row of rows) {
        const title = records.get(row)[group.value] ?? "";
        if (!members.has(title)) members.set(title, []);
        members.get(title).push(row);
      }
      const list = [...members];
      const column = heads[order.column].dataset.k;
      if (group.value === "tag") list.sort(([a], [b]) => collator.compare(a, b));
      if (column === "duration") list.sort(([, a], [, b]) => sum(a) - sum(b));
      const follows =
        column === "duration" || (column === "tag") === (group.value === "tag") && column !== "comment";
      return follows && !order.ascending ? list.reverse() : list;
    };

    const groupRow = (title, rows, scope = "rowgroup") => {
      const row = element("tr", "", { className: "group" });
      const span = heads.length - (group.value === "day" ? 2 : 1);
      row.append(element("th", title, { scope, colSpan: span }));
      row.append(element("td", duration(sum(rows))));
      return row;
    };

    const draw = () => {
      const rows = matches();
      const isFiltered = rows.length < all.length;
      const bodies = groups(rows).map(([title, rows]) => {
        const body = document.createElement("tbody");
        if (title) body.append(groupRow(title, rows));
        body.append(...sorted(rows, order, heads));
        return body;
      });
      table.classList.toggle("by-day", group.value === "day");
      replaceBodies(table, bodies);
      foot.replaceWith(groupRow(isFiltered ? words.part : words.total, rows, "row"));
      foot = table.tFoot.rows[0];
      const count = numbers.format(all.length);
      const time = duration(sum(rows));
      shown.textContent = isFiltered
        ? filled(words.shown, { shown: numbers.format(rows.length), count, time, total })
        : `${filled(all.length === 1 ? words.one : words.other, { count })}, ${total}`;
      reset.disabled = !isFiltered;
    };

    addSortButtons(table, order, draw);
    for (const control of [search, tag, group]) control?.addEventListener("input", draw);
    reset.addEventListener("click", () => {
      search.value = "";
      if (tag) tag.value = "";
      draw();
      search.focus();
    });
    document.querySelector(".tools").hidden = false;
    draw();
  };

  for (const table of document.querySelectorAll("table")) {
    if (table.classList.contains("records")) prepareRecords(table);
    if (table.classList.contains("tags")) prepareTable(table, { column: 3, ascending: false });
    if (table.classList.contains("days")) prepareTable(table, { column: 0, ascending: true });
  }
})();
