'use strict';
// The data of the page; texts of programs become text nodes only.
const read = id => { const e = document.getElementById(id); return e ? JSON.parse(e.textContent) : null; };
const M = read('model');
const S = read('sources');
const loaded = new Map();
function detail(i) {
  const n = Math.floor(i / M.chunk);
  if (!loaded.has(n)) loaded.set(n, read('details' + n) || []);
  return loaded.get(n)[i % M.chunk] || { ops: [], code: [], cold: [] };
}

function h(tag, attributes, ...children) {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(attributes || {})) {
    if (v === undefined || v === null || v === false) continue;
    if (k.startsWith('on')) e.addEventListener(k.slice(2), v);
    else e.setAttribute(k, v === true ? '' : v);
  }
  e.append(...children.flat(3).filter(c => c !== null && c !== undefined && c !== false));
  return e;
}

// ---- numbers -------------------------------------------------------------------------------------------------------

const samples = M.samples || { residual: 0, called: 0, compiler: 0, interpreter: 0, runtime: 0, microseconds: 0 };
const total = samples.residual + samples.called + samples.compiler + samples.interpreter + samples.runtime;
const FEW = 100;
const duration = us => us >= 1e6 ? (us / 1e6).toFixed(2) + ' s' : us >= 1e4 ? Math.round(us / 1e3) + ' ms'
  : us >= 100 ? (us / 1e3).toFixed(1) + ' ms' : Math.round(us) + ' µs';
const bytes = n => n >= 1e6 ? (n / 1e6).toFixed(1) + ' MB' : n >= 1e4 ? Math.round(n / 1e3) + ' kB' : n + ' B';
const count = n => n.toLocaleString('en');
const percent = n => !total ? '' : n === 0 ? '0 %' : (100 * n / total).toFixed(100 * n / total < 10 ? 1 : 0) + ' %';
const inTime = n => total ? duration(n / total * samples.microseconds) : '';
const of = f => f.own + f.called;
const shareCell = n => h('td', { class: 'n' }, h('span', { class: 'share' },
  h('i', { style: `width:${total ? 100 * n / total : 0}%` })), percent(n));
const summary = Object.fromEntries(M.summary);

// ---- places and links ----------------------------------------------------------------------------------------------

const placeName = i => i === null || i === undefined ? '' : M.places[i].name;
const byId = new Map(M.fragments.map((f, i) => [f.id, i]));
const fragmentLink = i => h('a', { href: '#fragment/' + i }, M.fragments[i].id);
const sourceText = at => {
  const i = at.lastIndexOf(':');
  const file = S.files.find(f => f[0] === at.slice(0, i));
  const line = file && file[1] !== null ? file[1].split('\n')[at.slice(i + 1) - 1] : undefined;
  return line === undefined ? '' : line.trim();
};
const sourceCell = at => h('td', { class: 'name' }, at ? [h('span', { class: 'quiet' }, at.replace(/^.*\/(?=[^/]*\/[^/]*$)/, '')),
  h('div', {}, highlight(sourceText(at)))] : '');

/** A line of Python, coloured. */
const PYTHON = /(#.*$)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\b(and|as|assert|break|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|not|or|pass|raise|return|try|while|with|yield|None|True|False)\b|\b(\d[\w.]*)\b/g;
function highlight(text) { return tokens(text, PYTHON, ['c', 's', 'k', 'd']); }
function tokens(text, pattern, classes) {
  const out = [];
  let at = 0;
  for (const m of text.matchAll(pattern)) {
    if (m.index > at) out.push(text.slice(at, m.index));
    const which = m.slice(1).findIndex(g => g !== undefined);
    out.push(h('span', { class: classes[which] }, m[0]));
    at = m.index + m[0].length;
  }
  out.push(text.slice(at));
  return out;
}

// ---- the frame of the page -----------------------------------------------------------------------------------------

const app = document.getElementById('app');
const main = h('main');
const list = h('div');
const find = h('input', { placeholder: 'Search ( / )', 'aria-label': 'Search', oninput: () => drawList() });
const KINDS = ['All', 'Loops', 'Functions', 'Places'];
let kind = 'All';
const kinds = h('div', { class: 'kinds' });

function drawKinds() {
  kinds.replaceChildren(...KINDS.map(k => h('button', { class: k === kind ? 'on' : null, onclick: () => { kind = k; drawKinds(); drawList(); } }, k)));
}

function theme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
}

function header() {
  const facts = [
    [samples.microseconds ? duration(samples.microseconds) : '–', 'processor time'],
    [duration(+summary.microseconds || M.fragments.reduce((n, f) => n + f.ns, 0) / 1e3), 'compiling'],
    [count(M.fragments.length), 'pieces of code'],
    [bytes(+summary.bytes || M.fragments.reduce((n, f) => n + f.bytes + f.cold, 0)), 'machine code'],
    [count(M.versions.length), 'versions'],
  ];
  return h('header', {}, h('h1', { title: M.title }, h('small', {}, 'JIT'), M.title),
    h('div', { class: 'facts' }, facts.map(([n, what]) => h('div', {}, h('b', {}, n), h('span', {}, what)))),
    h('button', { onclick: theme, title: 'Light or dark' }, '◐'));
}

function entry(href, name, n, title) {
  const on = location.hash.slice(1) === href;
  return h('a', { href: '#' + href, class: on ? 'on' : null, title: title || name }, h('span', { class: 'name' }, name),
    h('span', { class: 'share' }, n ? percent(n) : ''), h('span', { class: 'bar', style: `width:${total ? 100 * n / total : 0}%` }));
}

const MOST = 300;
const sortedBy = (items, key) => items.map((x, i) => [x, i]).sort((a, b) => key(b[0]) - key(a[0]) || a[1] - b[1]);

function drawList() {
  const wanted = find.value.toLowerCase();
  const has = x => !wanted || x.toLowerCase().includes(wanted);
  const parts = [h('h2', {}, 'Program'), entry('overview', 'Overview', 0)];
  const part = (name, items) => {
    if ((kind !== 'All' && kind !== name) || !items.length) return;
    parts.push(h('h2', {}, `${name} (${count(items.length)})`), ...items.slice(0, MOST).map(i => entry(...i)));
    if (items.length > MOST) parts.push(h('p', { class: 'quiet', style: 'margin:4px 14px' }, `and ${count(items.length - MOST)} more: search`));
  };
  part('Loops', M.loops.map((l, i) => ['loop/' + i, l.name, l.samples]).filter(x => has(x[1])));
  part('Functions', sortedBy(M.units, of).filter(([u]) => has(u.name)).map(([u, i]) => ['unit/' + i, u.name, of(u)]));
  const places = sortedBy(M.places, of).filter(([p]) => p.fragments.length && has(p.name + ' ' + p.greens));
  part('Places', places.map(([p, i]) => ['place/' + i, p.name, of(p), p.point + ' ' + p.greens]));
  list.replaceChildren(...parts);
}

// ---- tables --------------------------------------------------------------------------------------------------------

/** A table whose head sorts: columns are [title, numeric, value for sorting, cell]. */
function table(rows, columns, onrow, shown = 15) {
  let by = null, down = true, all = rows.length <= shown + 3;
  const box = h('div', { class: 'scroll' });
  function draw() {
    const sorted = [...rows];
    if (by !== null) {
      const value = columns[by][2];
      sorted.sort((a, b) => (value(a) > value(b) ? 1 : value(a) < value(b) ? -1 : 0) * (down ? -1 : 1));
    }
    const head = columns.map(([title, numeric], i) => h('th', { class: numeric ? 'n' : null, onclick: () => {
      down = by === i ? !down : numeric; by = i; draw();
    } }, title, by === i ? (down ? ' ▾' : ' ▴') : ''));
    const body = (all ? sorted : sorted.slice(0, shown)).map(r => h('tr', { class: onrow ? 'row' : null, onclick: e => {
      if (onrow && !e.target.closest('a')) location.hash = onrow(r);
    } }, columns.map(c => { const x = c[3](r); return x instanceof Element && x.tagName === 'TD' ? x : h('td', { class: c[1] ? 'n' : null }, x); })));
    box.replaceChildren(h('table', {}, h('thead', {}, h('tr', {}, head)), h('tbody', {}, body)),
      ...(all ? [] : [h('p', {}, h('button', { onclick: () => { all = true; draw(); } }, `Show all ${count(rows.length)}`))]));
  }
  draw();
  return box;
}

const nameCell = text => h('td', { class: 'name' }, text);
const arrivals = members => members.reduce((n, i) => n + M.fragments[i].edges.reduce((m, e) => m + (e[2] === null ? e[1] : 0), 0), 0);
const versionsOf = members => new Set(members.map(i => M.fragments[i].version).filter(v => v !== null)).size;

// ---- views ---------------------------------------------------------------------------------------------------------

const PARTS = [['residual', 'compiled code'], ['called', 'called from compiled code'], ['interpreter', 'interpreter'],
  ['runtime', 'runtime and system'], ['compiler', 'compiling']];

function timeBar() {
  if (!total) {
    return [h('p', { class: 'quiet' }, M.cut ? 'The log was cut off before the program’s end, where the samples stand: there is no time to show.'
      : 'The log has no samples of where time went: it was written with jit:summary, or the program was too short.')];
  }
  return [
    h('div', { class: 'time' }, PARTS.map(([k, what]) => h('i', { style: `width:${100 * samples[k] / total}%;background:var(--${k})`, title: `${what}: ${percent(samples[k])}` }))),
    h('div', { class: 'legend' }, PARTS.map(([k, what]) => h('span', {}, h('i', { style: `background:var(--${k})` }), what, ' ', h('b', {}, percent(samples[k]))))),
    total < FEW && h('p', { class: 'quiet', style: 'margin-top:8px' }, `Only ${total} samples: shares of time are rough. A longer run gives better ones.`),
  ];
}

function warnings() {
  const out = [];
  if (M.cut && M.fragments.length) out.push(h('div', { class: 'warning' }, h('b', {}, 'The log has no end. '), 'The program was killed, or the file was cut off: what is known only at the end (time, machine code, exits) is missing.'));
  if (M.left_out[0]) out.push(h('div', { class: 'warning' }, h('b', {}, 'Not everything is here. '), `The page has no machine code of ${count(M.left_out[0])} pieces of code, and no operations of ${count(M.left_out[1])}, those in which least time is spent. The log has them.`));
  if (!M.has_operations && M.fragments.length) out.push(h('div', { class: 'warning' }, h('b', {}, 'The log has no residual code. '), 'GENEXT_LOG=jit:residual:FILE writes it, with the machine code.'));
  for (const w of M.warnings) {
    out.push(h('div', { class: 'warning' }, h('b', {}, w.what), w.times > 1 ? ` (${w.times} times)` : '', w.place && h('div', { class: 'mono' }, w.place), w.help && h('div', {}, w.help)));
  }
  return out.length ? out : [h('p', { class: 'fine' }, '✓ The JIT has no warnings.')];
}

const loopTable = () => table(M.loops.map((l, i) => [l, i]), [
  ['Loop', false, r => r[0].name, r => h('td', { class: 'name' }, '\u2003'.repeat(Math.min(r[0].depth, 6)), r[0].name)],
  ['Time inside', true, r => r[0].samples, r => shareCell(r[0].samples)],
  ['', true, r => r[0].samples, r => inTime(r[0].samples)],
  ['Versions', true, r => versionsOf(r[0].members), r => versionsOf(r[0].members)],
  ['Pieces', true, r => r[0].members.length, r => count(r[0].members.length)],
  ['Exits taken', true, r => arrivals(r[0].members), r => count(arrivals(r[0].members))],
  ['Compiling', true, r => r[0].ns, r => duration(r[0].ns / 1e3)],
  ['Code', true, r => r[0].bytes, r => bytes(r[0].bytes)],
], r => 'loop/' + r[1]);

const members = u => u.places.flatMap(p => M.places[p].fragments);
const unitTable = () => table(sortedBy(M.units, of).filter(([u]) => members(u).length), [
  ['Function', false, r => r[0].name, r => nameCell(r[0].name)],
  ['Time in it', true, r => of(r[0]), r => shareCell(of(r[0]))],
  ['', true, r => of(r[0]), r => inTime(of(r[0]))],
  ['Entries', true, r => r[0].entries, r => count(r[0].entries)],
  ['Places', true, r => r[0].places.length, r => count(r[0].places.length)],
  ['Versions', true, r => r[0].versions, r => count(r[0].versions)],
  ['Exits taken', true, r => arrivals(members(r[0])), r => count(arrivals(members(r[0])))],
  ['Compiling', true, r => r[0].ns, r => duration(r[0].ns / 1e3)],
  ['State', false, r => state(r[0]), r => state(r[0])],
], r => 'unit/' + r[1]);
const state = u => { const m = members(u); const dead = m.filter(i => M.fragments[i].dead).length;
  return dead === 0 ? 'compiled' : dead === m.length ? 'given up' : `${count(dead)} pieces thrown away`; };

function overview() {
  const top = [h('h2', { class: 'title' }, M.title)];
  if (!M.fragments.length) return [...top, h('p', {}, 'The JIT compiled nothing: no loop of the program was hot. GENEXT_JIT=threshold=N sets how soon that is.'), ...warnings()];
  const exits = M.fragments.flatMap((f, i) => f.edges.filter(e => e[2] === null && e[1] > 0).map(e => [e[0], e[1], i])).sort((a, b) => b[1] - a[1]);
  const part = (title, note, body) => body && [h('h3', {}, title, note && h('small', {}, note)), body];
  return [...top, ...timeBar(), h('h3', {}, 'Warnings'), ...warnings(),
    part('Loops', 'with all that is inside of them', M.loops.length && loopTable()),
    part('Functions of the program', 'without what is inlined from others', M.units.length && unitTable()),
    part('Left for the interpreter', 'edges that are not compiled, by arrivals', exits.length && table(exits, [
      ['Edge', false, r => r[0], r => h('td', { class: 'name' }, r[0], ' of ', fragmentLink(r[2]))],
      ['Times', true, r => r[1], r => count(r[1])],
      ['Place', false, r => placeName(M.fragments[r[2]].place), r => nameCell(placeName(M.fragments[r[2]].place))],
    ], r => 'fragment/' + r[2], 10)),
    part('Promotions', 'values that code was compiled for', M.promotions.length && table(M.promotions, [
      ['Where', false, r => r.at, r => sourceCell(r.at)],
      ['Values', true, r => r.values.length, r => count(r.values.length)],
      ['Arrivals', true, r => r.arrivals, r => count(r.arrivals)],
      ['What they are, and how many pieces of code take them', false, r => '', r => [r.values.slice(0, 8).map(([v, n]) => h('span', { class: 'chip', title: v }, v, ' ', h('small', {}, '×' + n))), r.values.length > 8 && `and ${r.values.length - 8} more`]],
    ], null, 10)),
    part('Objects that compiled code allocates', 'virtual elsewhere, forced here', M.forced.length && table(M.forced, [
      ['Type', false, r => r.type, r => nameCell(r.type)],
      ['Why', false, r => r.words, r => r.words || r.reason],
      ['Pieces', true, r => r.fragments.length, r => count(r.fragments.length)],
      ['Time in these', true, r => r.samples, r => shareCell(r.samples)],
      ['Where', false, r => '', r => h('td', {}, r.fragments.slice(0, 6).flatMap(i => [fragmentLink(i), ' ']), r.fragments.length > 6 && '…')],
    ], null, 10)),
    part('Taken for granted', 'declarations that compiled code relies on', M.trusted.length && table(M.trusted, [
      ['Kind', false, r => r.kind, r => r.kind], ['Name', false, r => r.name, r => nameCell(r.name)], ['First used at', false, r => r.at, r => sourceCell(r.at)],
    ], null, 8)),
    part('Totals', '', M.summary.length && h('details', {}, h('summary', {}, 'Counters of the compiler'), table(M.summary, [
      ['What', false, r => r[0], r => r[0].replace(/_/g, ' ')], ['', true, r => +r[1], r => count(+r[1])]], null, 40))),
  ];
}

function stats(pairs) { return h('div', { class: 'stats' }, pairs.filter(p => p[1] !== '').map(([what, n]) => h('span', {}, what, ' ', h('b', {}, n)))); }

function whyList(versions, selected) {
  return versions.map(v => h('div', { class: 'why' + (v === selected ? ' on' : '') }, h('b', {}, M.versions[v].id), ': ', M.versions[v].words,
    h('details', {}, h('summary', {}, 'what is known there'), h('div', { class: 'mono' }, `${M.versions[v].point} ${M.versions[v].greens}`), h('div', { class: 'mono' }, M.versions[v].context || 'nothing'))));
}

/** Pieces of code: a table, and source, operations and machine code of the selected one. */
function codeView(title, crumbs, facts, pieces, selected) {
  main.className = 'code';
  const sorted = pieces.map(i => [M.fragments[i], i]);
  const body = h('tbody');
  const columns = h('div', { class: 'columns' + (M.has_code ? '' : ' two') });
  const whys = h('div');
  const rows = new Map();
  function select(i) {
    rows.forEach((row, j) => row.classList.toggle('on', i === j));
    columns.replaceChildren(...threeColumns(i));
    const v = M.fragments[i].version;
    whys.replaceChildren(...(v === null ? [h('div', { class: 'why' }, h('b', {}, M.fragments[i].id), M.fragments[i].from
      ? `: compiled when edge ${M.fragments[i].from} was taken; it has no version of its own.` : ': goes on from the piece before it.')] : whyList([v], v)));
  }
  let shown = 0;
  function more() {
    for (const [f, i] of sorted.slice(shown, shown + 200)) {
      const left = f.edges.reduce((n, e) => n + (e[2] === null ? e[1] : 0), 0);
      const row = h('tr', { class: 'row', onclick: () => select(i) }, nameCell(f.id), nameCell(f.version === null ? '' : M.versions[f.version].id),
        nameCell(placeName(f.place)), shareCell(of(f)), h('td', { class: 'n' }, f.called ? percent(f.called) : ''), h('td', { class: 'n' }, f.from || ''),
        h('td', {}, f.dead ? 'thrown away' : f.end), h('td', { class: 'n' }, left ? count(left) : ''), h('td', { class: 'n' }, f.guards || ''),
        h('td', { class: 'n' }, bytes(f.bytes)), h('td', { class: 'n' }, duration(f.ns / 1e3)));
      rows.set(i, row);
      body.append(row);
    }
    shown += 200;
  }
  more();
  const head = ['Piece', 'Version', 'Place', 'Time', 'in calls', 'From', 'Ends by', 'Exits taken', 'Guards', 'Code', 'Compiling'];
  const box = h('div', { class: 'pieces', onscroll: e => { if (e.target.scrollTop + e.target.clientHeight > e.target.scrollHeight - 40 && shown < sorted.length) more(); } },
    h('table', {}, h('thead', {}, h('tr', {}, head.map((t, i) => h('th', { class: [3, 4, 5, 7, 8, 9, 10].includes(i) ? 'n' : null }, t)))), body));
  main.replaceChildren(h('div', { class: 'crumbs' }, crumbs), h('h2', { class: 'title' }, title), stats(facts), box, whys, columns);
  if (pieces.length) select(selected === undefined ? pieces[0] : selected);
}

function threeColumns(i) {
  const d = detail(i);
  const f = M.fragments[i];
  const byPlace = new Map();
  const opRows = [];
  const listing = h('div', { class: 'listing' });
  const sourceBox = h('div', { class: 'listing' });
  const sourceHead = h('span', {}, 'Interpreter source');
  let lit = [];
  const light = rows => { lit.forEach(r => r.classList.remove('hit')); lit = rows; lit.forEach(r => r.classList.add('hit')); };
  const lines = new Map();
  let shownFile = null;
  function showFile(file) {
    if (shownFile === file) return;
    shownFile = file;
    lines.clear();
    const [path, text] = S.files[file];
    sourceHead.textContent = path;
    if (text === null) { sourceBox.replaceChildren(h('div', { class: 'empty' }, 'The file is not there any more, or there was no room for it.')); return; }
    const used = new Set([...byPlace.keys()].map(p => S.places[p]).filter(p => p[0] === file).map(p => p[1]));
    sourceBox.replaceChildren(...text.split('\n').map((line, n) => {
      const row = h('div', { class: used.has(n + 1) ? 'used' : null, onclick: () => {
        const ops = [...byPlace].filter(([p]) => S.places[p][0] === file && S.places[p][1] === n + 1).flatMap(x => x[1]);
        if (ops.length) { light([row, ...ops]); center(ops[0], listing); }
      } }, h('span', { class: 'n' }, n + 1), highlight(line));
      lines.set(n + 1, row);
      return row;
    }));
  }
  const center = (row, box) => { box.scrollTop = row.offsetTop - box.clientHeight / 3; };
  function showPlace(p, opRow, scroll = true) {
    const [file, line] = S.places[p];
    showFile(file);
    const row = lines.get(line);
    light([opRow, row].filter(Boolean));
    if (row && scroll) center(row, sourceBox);
  }
  const placeRow = p => h('div', { class: 'place' }, '▸ ', h('a', { href: '#place/' + p }, placeName(p)));
  d.ops.forEach(([text, place, passed]) => {
    const before = passed.map(placeRow);
    const lead = /^(if|jump|switch|exit|b0)/.test(text);
    const row = h('div', { class: (place === null ? '' : 'used') + (lead ? ' way' : '') }, operation(text, f));
    if (place !== null) {
      row.addEventListener('click', e => { if (!e.target.closest('a')) showPlace(place, row); });
      if (!byPlace.has(place)) byPlace.set(place, []);
      byPlace.get(place).push(row);
      opRows.push([row, place]);
    }
    listing.append(...before, row);
  });
  if (f.place !== null && d.ops.length) listing.prepend(placeRow(f.place));
  if (!d.ops.length) listing.append(h('div', { class: 'empty' }, M.has_operations ? 'No operations: the page has no room for them, or the code is a jump to other code.' : 'The log has no operations: GENEXT_LOG=jit:residual:FILE writes them.'));
  const out = [h('div', { class: 'column' }, h('h4', {}, sourceHead), sourceBox),
    h('div', { class: 'column' }, h('h4', {}, `Residual operations of ${f.id}`), listing)];
  if (M.has_code) {
    const most = Math.max(1, ...d.code.map(c => c[2]));
    const row = ([at, text, n]) => h('div', { style: n ? `background:rgba(var(--heat),${0.08 + 0.37 * n / most})` : null, title: at },
      h('span', { class: 'heat' }, n ? percent(n) : ''), h('span', { class: 'c' }, at + '  '), machine(text));
    const code = h('div', { class: 'listing' }, d.code.map(row));
    if (d.cold.length) code.append(h('div', { class: 'place' }, 'stubs and slow paths'), ...d.cold.map(row));
    if (!d.code.length) code.append(h('div', { class: 'empty' }, 'No machine code: the page has no room for it, or the piece needs none.'));
    out.push(h('div', { class: 'column' }, h('h4', {}, 'Machine code'), code));
  }
  if (opRows.length) {
    const file = S.places[opRows[0][1]][0];
    showFile(file);
    // Scrolling needs the layout.
    requestAnimationFrame(() => showPlace(opRows[0][1], opRows[0][0]));
  } else sourceBox.append(h('div', { class: 'empty' }, 'No operation comes from a line of the source.'));
  return out;
}

/** An operation: edges and fragments are links. */
function operation(text, f) {
  const out = [];
  let at = 0;
  const pattern = /\b(E\d+|F\d+|next)(?=\()|("(?:[^"\\]|\\.)*")|(?<== )([a-z_]\w*)|(?<=: )([A-Z]\w*(?:\([^=]*\))?)(?= =)|\b(if|then|else|jump|exit|switch|not)\b/g;
  for (const m of text.matchAll(pattern)) {
    out.push(text.slice(at, m.index));
    at = m.index + m[0].length;
    if (m[1]) out.push(way(m[1], f));
    else out.push(h('span', { class: m[2] ? 's' : m[3] ? 'o' : m[4] ? 't' : 'k' }, m[0]));
  }
  out.push(text.slice(at));
  return out;
}
function way(name, f) {
  if (name === 'next') { const i = byId.get('F' + (+f.id.slice(1) + 1)); return i === undefined ? name : h('a', { href: '#fragment/' + i }, M.fragments[i].id); }
  if (name[0] === 'F') { const i = byId.get(name); return i === undefined ? name : fragmentLink(i); }
  const edge = f.edges.find(e => e[0] === name);
  if (!edge) return name;
  return edge[2] === null ? h('span', { title: edge[1] ? `taken ${count(edge[1])} times; not compiled` : 'never taken' }, name, edge[1] ? h('span', { class: 'd' }, ` ×${count(edge[1])}`) : '')
    : h('a', { href: '#fragment/' + edge[2], title: 'compiled' }, `${name}→${M.fragments[edge[2]].id}`);
}
const MACHINE = /^(\w+)|\b(F\d+)\b|(0x[\da-f]+|\b\d+\b)|\b(r\w{1,3}|e[a-ds][xip]|[a-d][lh]|xmm\d+)\b/g;
function machine(text) {
  return tokens(text, MACHINE, ['o', 'k', 'd', 't']).map(x => {
    if (x instanceof Element && x.className === 'k') { const i = byId.get(x.textContent); if (i !== undefined) return fragmentLink(i); }
    return x;
  });
}

const byTime = list => [...list].sort((a, b) => of(M.fragments[b]) - of(M.fragments[a]) || a - b);
const HOME = h('a', { href: '#overview' }, 'Overview');
const VIEWS = {
  loop(n) {
    const l = M.loops[n];
    codeView('Loop at ' + l.name, [HOME, ' › Loops'], [['time inside', percent(l.samples)], ['', inTime(l.samples)], ['versions', versionsOf(l.members)], ['pieces', count(l.members.length)],
      ['exits taken', count(arrivals(l.members))], ['compiling', duration(l.ns / 1e3)], ['code', bytes(l.bytes)]], byTime(l.members), total ? undefined : l.heads[0]);
  },
  unit(n) {
    const u = M.units[n];
    codeView(u.name, [HOME, ' › Functions'], [['time in it', percent(of(u))], ['', inTime(of(u))], ['entries', count(u.entries)], ['places', count(u.places.length)], ['compiling', duration(u.ns / 1e3)], ['', state(u)], ['', u.greens]], byTime(members(u)));
  },
  place(n) {
    const p = M.places[n];
    const u = h('a', { href: '#unit/' + p.unit }, M.units[p.unit].name);
    codeView(p.name, [HOME, ' › ', u], [['time', percent(of(p))], ['', inTime(of(p))], ['pieces', count(p.fragments.length)], ['', `${p.point} ${p.greens}`]], byTime(p.fragments));
    if (!p.fragments.length) main.append(h('p', { class: 'quiet' }, 'No piece of code begins behind this place: it was passed in the middle of others.'));
  },
  fragment(n) {
    const f = M.fragments[n];
    const crumbs = f.place === null ? [HOME] : [HOME, ' › ', h('a', { href: '#unit/' + M.places[f.place].unit }, M.units[M.places[f.place].unit].name), ' › ', h('a', { href: '#place/' + f.place }, placeName(f.place))];
    const before = M.fragments.map((g, i) => i).filter(i => M.fragments[i].next.includes(n));
    codeView(`Piece ${f.id}`, crumbs, [['time', percent(of(f))], ['', inTime(of(f))]], [n, ...byTime([...new Set([...before, ...f.next])].filter(i => i !== n))], n);
  },
};

function route() {
  const [view, n] = location.hash.slice(1).split('/');
  const lists = { loop: M.loops, unit: M.units, place: M.places, fragment: M.fragments };
  main.className = '';
  main.scrollTop = 0;
  if (lists[view] && lists[view][+n]) VIEWS[view](+n);
  else main.replaceChildren(...overview().flat(3).filter(Boolean));
  drawList();
}

app.append(header(), h('nav', {}, h('div', { class: 'search' }, find, kinds), list), main);
drawKinds();
addEventListener('hashchange', route);
addEventListener('keydown', e => {
  if (e.key === '/' && document.activeElement !== find) { e.preventDefault(); find.focus(); }
  if (e.key === 'Escape') { find.value = ''; find.blur(); drawList(); }
});
route();
