'use strict';
// One function is drawn at a time; texts of programs become text nodes only.
const read = id => { const e = document.getElementById(id); return e ? JSON.parse(e.textContent) : null; };
const M = read('model');
const SVG = 'http://www.w3.org/2000/svg';
function make(e, attributes, children) {
  for (const [k, v] of Object.entries(attributes || {})) {
    if (v === undefined || v === null || v === false) continue;
    if (k.startsWith('on')) e.addEventListener(k.slice(2), v);
    else e.setAttribute(k, v);
  }
  e.append(...children.flat(3).filter(c => c !== null && c !== undefined && c !== false));
  return e;
}
const h = (tag, attributes, ...children) => make(document.createElement(tag), attributes, children);
const s = (tag, attributes, ...children) => make(document.createElementNS(SVG, tag), attributes, children);
const center = (row, box) => { box.scrollTop = row.offsetTop - box.clientHeight / 3; };

// ---- the frame -----------------------------------------------------------------------------------------------------

const main = h('main');
const list = h('div');
const find = h('input', { placeholder: 'Find a function   ( / )', 'aria-label': 'Find', oninput: () => drawList() });
const MOST = 400;

function drawList() {
  const wanted = find.value.toLowerCase();
  const found = M.functions.map((f, i) => [f, i]).filter(([f]) => f.toLowerCase().includes(wanted));
  const at = current();
  const gone = M.gone.filter(g => g[0].toLowerCase().includes(wanted));
  list.replaceChildren(...found.slice(0, MOST).map(([f, i]) => h('a', { href: '#' + i, class: i === at ? 'on' : null, title: f }, f)),
    found.length > MOST ? h('p', { class: 'quiet' }, `and ${found.length - MOST} more`) : '',
    gone.length ? h('h2', {}, `Inlined away (${gone.length})`) : '',
    ...gone.slice(0, MOST).map(([name, into]) => {
      const i = M.functions.indexOf(into[0]);
      return h('a', { href: i < 0 ? null : '#' + i, class: 'quiet', title: into.length ? `${name} is part of ${into.join(', ')}` : `${name}: nothing is left of it` },
        name, ' → ', into[0] || 'nothing left', into.length > 1 ? ` +${into.length - 1}` : '');
    }));
}
function current() { const n = +location.hash.slice(1); return M.functions[n] === undefined ? 0 : n; }
function theme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
}

// ---- graphs --------------------------------------------------------------------------------------------------------

/** A picture that fits its window, zooms with the wheel and moves with the mouse. */
function picture(stage, onop) {
  const [width, height, nodes, edges] = stage.drawing;
  const view = { x: 0, y: 0, k: 1 };
  const all = s('g');
  const svg = s('svg', { class: 'graph' }, s('defs', {}, s('marker', { id: 'arrow', viewBox: '0 0 10 10', refX: 9, refY: 5, markerWidth: 7, markerHeight: 7, orient: 'auto' },
    s('path', { d: 'M0,0L10,5L0,10z', fill: 'context-stroke' }))), all);
  const ops = new Map();
  for (const [label, raises, points] of edges) {
    let d = `M${points[0]},${points[1]}`;
    for (let i = 2; i < points.length; i += 2) {
      const [x0, y0, x1, y1] = points.slice(i - 2, i + 2);
      const middle = (y0 + y1) / 2;
      d += y0 === y1 ? `L${x1},${y1}` : `C${x0},${middle} ${x1},${middle} ${x1},${y1}`;
    }
    all.append(s('path', { d, class: 'edge' + (raises ? ' raises' : ''), 'marker-end': 'url(#arrow)' }));
    if (label) {
      const [x0, y0, x1, y1] = points;
      all.append(s('text', { x: x0 + (x1 - x0) * .3 + 4, y: y0 + (y1 - y0) * .3, class: 'case' }, label));
    }
  }
  for (const [x, y, w, height, kind, lines] of nodes) {
    all.append(s('rect', { x, y, width: w, height, rx: 5, class: 'block ' + ['', 'start', 'end', 'except'][kind] }));
    lines.forEach(([text, line], n) => {
      const at = y + 5 + 15 * n;
      const back = s('rect', { x: x + 3, y: at, width: w - 6, height: 15, rx: 2, class: 'back' });
      const row = s('g', { class: line ? 'used' : null }, back, s('text', { x: x + 8, y: at + 11.25, class: n ? null : 'first' }, text));
      if (line) {
        row.addEventListener('click', () => onop(line));
        if (!ops.has(line)) ops.set(line, []);
        ops.get(line).push([back, x + w / 2, at]);
      }
      all.append(row);
    });
  }
  const put = () => all.setAttribute('transform', `translate(${view.x},${view.y}) scale(${view.k})`);
  const size = () => svg.getBoundingClientRect();
  const fit = () => {
    const r = size();
    view.k = Math.min(1.2, (r.width - 20) / width, (r.height - 20) / height);
    // What would be too small to read begins at the top instead.
    if (view.k < .35) view.k = Math.min(.8, Math.max(.35, (r.width - 20) / width));
    view.x = (r.width - width * view.k) / 2;
    view.y = height * view.k < r.height ? (r.height - height * view.k) / 2 : 10;
    if (width * view.k > r.width && nodes.length) view.x = r.width / 2 - (nodes[0][0] + nodes[0][2] / 2) * view.k;
    put();
  };
  const whole = () => {
    const r = size();
    view.k = Math.min(1.2, (r.width - 20) / width, (r.height - 20) / height);
    view.x = (r.width - width * view.k) / 2; view.y = (r.height - height * view.k) / 2;
    put();
  };
  const zoom = (by, x, y) => {
    const k = Math.min(4, Math.max(.02, view.k * by));
    view.x = x - (x - view.x) * k / view.k; view.y = y - (y - view.y) * k / view.k; view.k = k;
    put();
  };
  svg.addEventListener('wheel', e => {
    e.preventDefault();
    const r = size();
    if (e.shiftKey) { view.x -= e.deltaY || e.deltaX; put(); } else zoom(Math.exp(-e.deltaY * .0015), e.clientX - r.left, e.clientY - r.top);
  }, { passive: false });
  let held = null;
  svg.addEventListener('pointerdown', e => { held = [e.clientX - view.x, e.clientY - view.y, e.clientX, e.clientY]; });
  svg.addEventListener('pointermove', e => {
    if (!held || !e.buttons) return;
    view.x = e.clientX - held[0]; view.y = e.clientY - held[1];
    put();
  });
  svg.addEventListener('pointerup', () => { held = null; });
  const middle = () => { const r = size(); return [r.width / 2, r.height / 2]; };
  let lit = [];
  const light = (line, move) => {
    lit.forEach(b => b.setAttribute('class', 'back'));
    const found = ops.get(line) || [];
    lit = found.map(o => o[0]);
    lit.forEach(b => b.setAttribute('class', 'hit'));
    if (found.length && move) {
      const r = size();
      view.x = r.width / 2 - found[0][1] * view.k; view.y = r.height / 3 - found[0][2] * view.k;
      put();
    }
  };
  const box = h('div', { class: 'pane' }, h('h4', {}, h('span', {}, stage.stage, h('span', { class: 'quiet' }, `   ${nodes.length} blocks`)),
    h('button', { onclick: whole, title: 'All of it' }, 'Fit'), h('button', { onclick: fit, title: 'Large enough to read' }, 'Read'),
    h('button', { onclick: () => zoom(1.25, ...middle()), title: 'Larger' }, '+'), h('button', { onclick: () => zoom(.8, ...middle()), title: 'Smaller' }, '−')), svg);
  return { box, fit, light, lines: [...ops.keys()] };
}

function graphs(f) {
  let rows = new Map();
  const box = h('div', { class: 'listing' });
  let lit = null;
  const show = (line, from) => {
    if (lit) lit.classList.remove('hit');
    lit = rows.get(line);
    if (lit) { lit.classList.add('hit'); if (from !== 'source') center(lit, box); }
    pictures.forEach(p => p.light(line, from !== p));
  };
  const pictures = f.stages.map(stage => { const p = picture(stage, line => show(line, p)); return p; });
  const used = new Set(pictures.flatMap(p => p.lines));
  f.source[1].forEach((text, i) => {
    const n = f.source[0] + i;
    const row = h('div', { class: used.has(n) ? 'used' : null, onclick: () => used.has(n) && show(n, 'source') }, h('span', { class: 'n' }, n), text);
    rows.set(n, row);
    box.append(row);
  });
  if (!f.source[1].length) box.append(h('div', { class: 'empty' }, 'It has no source.'));
  main.replaceChildren(h('div', { class: 'head' }, h('h2', {}, f.name), h('div', { class: 'quiet' }, f.place, f.remark ? ' · ' + f.remark : '')),
    h('div', { class: 'panes' }, h('div', { class: 'pane source' }, h('h4', {}, h('span', {}, 'Source')), box), pictures.map(p => p.box)));
  requestAnimationFrame(() => pictures.forEach(p => p.fit()));
}

// ---- colours -------------------------------------------------------------------------------------------------------

function colours(f) {
  const rows = new Map();
  const why = h('div', { class: 'reason' });
  let pinned = null;
  const explain = (line) => {
    const [n, , runs, reason] = line;
    const parts = (reason || 'No operation of this line depends on a value that the JIT has to know or to compute.').split(/\bline (\d+)/);
    why.replaceChildren(h('p', { class: 'quiet', style: 'margin-top:0' }, `Line ${n}`), h('pre', {}, parts.map((p, i) => i % 2 === 0 ? p
      : rows.has(+p) ? h('a', { href: 'javascript:void 0', onclick: () => { center(rows.get(+p), box); pin(lines.find(l => l[0] === +p)); } }, 'line ' + p) : 'line ' + p)));
  };
  const pin = line => {
    if (pinned) rows.get(pinned).classList.remove('hit');
    pinned = line[0];
    rows.get(pinned).classList.add('hit');
    explain(line);
  };
  const lines = f.lines;
  const box = h('div', { class: 'listing' }, lines.map(line => {
    const [n, letter, runs, reason] = line;
    const class_ = { g: 'green', r: 'red', m: 'mixed' }[letter] || '';
    const row = h('div', { class: reason ? 'used' : null, title: reason || null, onclick: () => pin(line), onmouseenter: () => { if (!pinned && reason) explain(line); } },
      h('span', { class: 'n' }, n), h('span', { class: 'letter ' + class_ }, letter), runs.map(([c, t]) => c ? h('b', { class: c }, t) : t));
    rows.set(n, row);
    return row;
  }));
  const count = letter => lines.filter(l => l[1] === letter).length;
  main.replaceChildren(h('div', { class: 'head' }, h('h2', {}, f.name), h('div', { class: 'quiet' }, f.remark),
    h('div', { class: 'legend' }, [['green', 'known when compiling', 'g'], ['red', 'computed by compiled code', 'r'], ['mixed', 'both', 'm']].map(([c, what, l]) =>
      h('span', {}, h('b', { class: c }, c), `${what}: ${count(l)} lines`)))),
    h('div', { class: 'panes' }, h('div', { class: 'pane wide' }, h('h4', {}, h('span', {}, 'Source')), box),
      h('div', { class: 'pane why' }, h('h4', {}, h('span', {}, 'Why')), why,
        h('details', { class: 'reason', style: 'flex:0 1 auto;border-top:1px solid var(--line);max-height:55%' }, h('summary', { class: 'quiet' }, 'Graph, with the colour of each variable'), h('pre', {}, f.graph)))));
  const first = lines.find(l => /is red:/.test(l[3])) || lines.find(l => l[3]);
  if (first) explain(first); else why.append(h('p', { class: 'quiet' }, 'Nothing of it is coloured.'));
}

function route() {
  const f = read('f' + current());
  if (f) (M.kind === 'colors' ? colours : graphs)(f);
  else main.replaceChildren(h('div', { class: 'empty' }, 'There are no functions.'));
  drawList();
}
document.body.append(h('header', {}, h('h1', {}, M.title), h('span', { class: 'quiet' }, `${M.stages.join(' · ')}, ${M.functions.length} functions`), h('button', { onclick: theme, title: 'Light or dark' }, '◐')),
  h('nav', {}, h('div', { class: 'search' }, find), list), main);
addEventListener('hashchange', route);
addEventListener('keydown', e => {
  if (e.key === '/' && document.activeElement !== find) { e.preventDefault(); find.focus(); }
  if (e.key === 'Escape') { find.value = ''; find.blur(); drawList(); }
});
route();
