/* trace.js: fills the page of 'hunch trace --html' from the data that stands in it, and answers to pointing and keys.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * All text of models and people goes in as text, never as markup. Charts are drawn as SVG beside tables that say the same. */
'use strict';
(() => {
const data = JSON.parse(document.getElementById('data').textContent);
const {trace, words} = data;
const byId = id => document.getElementById(id);
const n = trace.pieces.length;
const lens = trace.lens;

/* Elements: attributes, then children, which are elements or text. */
const fill = (node, attributes, children) => {
  for (const [name, value] of Object.entries(attributes || {}))
    if (value !== undefined && value !== null)
      node.setAttribute(name, value);
  node.append(...children.filter(child => child !== null && child !== undefined));
  return node;
};
const el = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
const svg = (tag, attributes, ...children) => fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);

/* A message with {names} for what goes in. */
const say = (key, values = {}) => words[key].replace(/\{(\w+)\}/g, (all, name) => name in values ? values[name] : all);

/* A token as it can be shown: in quotes; what is not to be seen, and what would turn the text around it, by its number. */
const quote = text => "'" + text.replace(/['\\]/g, '\\$&').replace(/\n/g, '\\n').replace(/\t/g, '\\t')
  .replace(/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, c => '\\u' + c.codePointAt(0).toString(16).padStart(4, '0')) + "'";
const piece = text => el('bdi', {class: 'piece'}, quote(text));
const percent = p => (p > 0 && p < 5e-7 ? (100 * p).toExponential(1) : (100 * p).toFixed(p < 0.1 ? 4 : 2)) + '\u00a0%';
const bytes = size => size < 1024 ? `${size} B` : size < 1 << 20 ? `${(size / 1024).toFixed(1)} KiB` : `${(size / (1 << 20)).toFixed(1)} MiB`;
const plus = value => (value < 0 ? '\u2212' : '+') + Math.abs(value).toFixed(4);

/* heads and cells: text, elements, or [text or element, attributes]. The first cell of a row is its heading. */
const cell = (tag, content, attributes) => {
  const [inside, more] = Array.isArray(content) ? content : [content, {}];
  return el(tag, {...attributes, ...more}, inside);
};
const table = (caption, heads, rows, attributes) => el('table', attributes,
  el('caption', {}, caption),
  el('thead', {}, el('tr', {}, ...heads.map(head => cell('th', head, {scope: 'col'})))),
  el('tbody', {}, ...rows.map(row => el('tr', {}, ...row.map((content, i) => i === 0 ? cell('th', content, {scope: 'row'}) : cell('td', content))))));
/* What may be larger than its place can be scrolled by keys too. */
const scroll = inside => el('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': inside.caption.textContent}, inside);
const toEnd = id => { const box = byId(id).firstElementChild; box.scrollTop = box.scrollHeight; };

/* A shaded cell: how dark, 0 to 1. */
const heat = (text, dark, colour) => [text, {class: dark > .6 ? 'dark' : undefined, style: `--w:${Math.min(1, dark).toFixed(3)}` + (colour ? `;--c:var(--${colour})` : '')}];

for (const node of document.querySelectorAll('[data-word]'))
  node.textContent = words[node.dataset.word];

/* Title. */
const prompt = trace.pieces.join('');
const last = lens[lens.length - 1];
document.title = `${prompt.length > 60 ? prompt.slice(0, 60) + '…' : prompt} – hunch trace`;
byId('title').append(el('bdi', {}, prompt.length > 400 ? '… ' + prompt.slice(-400) : prompt), ' ',
  el('bdi', {class: 'next'}, trace.top[0].text.trim() === '' ? quote(trace.top[0].text) : trace.top[0].text.trimStart()),
  el('span', {class: 'p'}, percent(trace.top[0].p)));
byId('about').textContent = say(trace.exact ? 'about-exact' : 'about', {model: trace.model, device: trace.device});

/* The way of the text through the model. */
const moves = () => {
  const layers = lens.slice(1), high = Math.max(...layers.map(l => Math.min(2, Math.max(l.attention_move, l.ffn_move))));
  const bar = (l, i) => ['attention_move', 'ffn_move'].map((key, k) => {
    const height = 40 * Math.min(1, l[key] / high);
    return svg('rect', {class: 'af'[k], x: 10 * i + 4 * k + 1, width: 3.4, y: 40 - height, height});
  });
  return svg('svg', {viewBox: `0 0 ${10 * layers.length} 40`, preserveAspectRatio: 'none', 'aria-hidden': true}, ...layers.flatMap(bar));
};
const stage = (name, what, more, wide) => el('li', {class: wide ? 'wide' : undefined}, el('b', {}, name), el('span', {}, what), more || null);
byId('pipeline').append(
  stage(words.text, say('n-bytes', {n: data.bytes.reduce((sum, hex) => sum + (hex ? hex.split(' ').length : 0), 0)})),
  stage(words.tokens, say('n-tokens', {n})),
  stage(words.embedding, `(${n}, ${data.n_embd}) float32, ${bytes(4 * n * data.n_embd)}`),
  stage(say('n-layers', {n: lens.length - 1}), el('span', {},
    el('span', {class: 'key', style: '--c:var(--blue)'}, words['attention-move']), el('span', {class: 'key', style: '--c:var(--orange)'}, words['ffn-move'])),
    moves(), true),
  stage(words.head_stage, `(1, ${data.n_vocab}) float32, ${bytes(4 * data.n_vocab)}`),
  stage(words.token, el('span', {}, piece(trace.next.text), ` ${trace.next.id}`)));
byId('cache').textContent = say('cache', {q: trace.n_new, k: trace.n_new + trace.n_past, reused: trace.n_past, blocks: trace.cache_blocks, size: bytes(trace.cache_bytes)});
byId('tokens').append(scroll(table(say('n-tokens', {n}), [words.place, [words.piece, {class: 'start'}], words.id, [words.bytes, {class: 'start'}]],
  trace.pieces.map((text, i) => [String(i), [piece(text), {class: 'start'}], String(trace.prompt_ids[i]), [data.bytes[i], {class: 'start piece'}]]))));

/* Logit lens: a curve of ranks, and a table; pointing at one shows it in the other. */
const lensTable = table(say('lens-caption', {place: trace.position, token: quote(trace.target.text)}),
  [words.layer, words.norm, words['attention-move'], words['ffn-move'], [words.says, {class: 'start'}], words.p, words.rank, words.p],
  lens.map(l => [l.layer === 0 ? words.embedding : String(l.layer), l.norm.toFixed(2), l.layer ? l.attention_move.toFixed(3) : '', l.layer ? l.ffn_move.toFixed(3) : '',
    [piece(l.best.text), {class: 'start'}], percent(l.best.p), String(l.rank), percent(l.p)]));
byId('lens').append(scroll(lensTable));
toEnd('lens'); // where the token comes up
const chart = () => {
  const width = 520, height = 300, left = 52, top = 14, bottom = 34;
  const decades = Math.max(1, Math.ceil(Math.log10(Math.max(...lens.map(l => l.rank)))));
  const x = i => left + i * (width - left - 14) / Math.max(1, lens.length - 1);
  const y = rank => top + Math.log10(rank) / decades * (height - top - bottom);
  const title = say('chart-title', {token: quote(trace.target.text), first: lens[0].rank, last: last.rank});
  const node = svg('svg', {viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': title});
  for (let d = 0; d <= decades; d++)
    node.append(svg('line', {class: 'axis', x1: left, x2: width - 14, y1: y(10 ** d), y2: y(10 ** d)}),
      svg('text', {x: left - 8, y: y(10 ** d) + 4, 'text-anchor': 'end'}, String(10 ** d)));
  const every = Math.ceil(lens.length / 12);
  lens.forEach((l, i) => i % every ? null : node.append(svg('text', {x: x(i), y: height - bottom + 18, 'text-anchor': 'middle'}, String(l.layer))));
  node.append(svg('text', {x: (width + left) / 2, y: height - 2, 'text-anchor': 'middle'}, words.layer));
  node.append(svg('polyline', {class: 'curve', points: lens.map((l, i) => `${x(i)},${y(l.rank)}`).join(' ')}));
  const dots = lens.map((l, i) => svg('circle', {class: 'dot', cx: x(i), cy: y(l.rank), r: 4.5},
    svg('title', {}, say('chart-point', {layer: l.layer, rank: l.rank, p: percent(l.p), says: quote(l.best.text)}))));
  node.append(...dots);
  const rows = [...lensTable.tBodies[0].rows];
  const light = (i, on) => { dots[i].classList.toggle('lit', on); rows[i].classList.toggle('lit', on); };
  for (const nodes of [dots, rows])
    nodes.forEach((part, i) => { part.addEventListener('pointerenter', () => light(i, true)); part.addEventListener('pointerleave', () => light(i, false)); });
  byId('lens-chart').append(node, el('figcaption', {class: 'note'}, title));
};
chart();
byId('top').append(table(words.top, [[words.piece, {class: 'start'}], words.id, words.p],
  trace.top.map(c => [[piece(c.text), {class: 'start'}], String(c.id), percent(c.p)])));

/* Attention: weights of the last tokens, a byte each, in the lower triangles of all heads. */
const heads = data.heads;
const weights = Uint8Array.from(atob(heads.weights), c => c.charCodeAt(0));
const triangle = heads.n * (heads.n + 1) / 2;
const one = (layer, head, i, j) => j > i ? 0 : weights[(layer * heads.n_head + head) * triangle + i * (i + 1) / 2 + j] / 255;
const weight = (i, j) => {
  if (view.head >= 0)
    return one(view.layer, view.head, i, j);
  let sum = 0;
  for (let h = 0; h < heads.n_head; h++)
    sum += one(view.layer, h, i, j);
  return sum / heads.n_head;
};
const strongest = trace.attribution.parts.filter(part => /^L\d+\.H\d+$/.test(part.name)).reduce((a, b) => Math.abs(b.logit) > Math.abs(a.logit) ? b : a, {name: 'L0.H0', logit: 0});
const view = {layer: 0, head: 0, at: heads.n - 1};
const tokenAt = i => `${heads.first + i} ${quote(trace.pieces[heads.first + i])}`;
byId('attention-limit').textContent = heads.n < n ? say('attention-limit', {n: heads.n, all: n}) : '';
byId('layer').max = heads.n_layer - 1;
byId('head').append(el('option', {value: -1}, words.mean), ...Array.from({length: heads.n_head}, (_, h) => el('option', {value: h}, String(h))));
const chips = Array.from({length: heads.n}, (_, i) => el('button', {type: 'button', class: 'piece'}, quote(trace.pieces[heads.first + i])));
byId('strip').append(...chips);

/* The name of a head, which shows where it looks. */
const headButton = (layer, head, there) => {
  const button = el('button', {type: 'button', title: words['show-head']}, `L${layer}.H${head}`);
  button.addEventListener('click', () => { look(layer, head); if (there) { byId('h-attention').scrollIntoView(); byId('layer').focus(); } });
  return button;
};
/* The heads that look from the last token at this one most. */
const seekers = at => {
  const all = [];
  for (let layer = 0; layer < heads.n_layer; layer++)
    for (let head = 0; head < heads.n_head; head++)
      all.push([one(layer, head, heads.n - 1, at), layer, head]);
  all.sort((a, b) => b[0] - a[0]);
  byId('seekers').replaceChildren(table(say('seekers', {from: tokenAt(heads.n - 1), token: tokenAt(at)}), [[words.head, {class: 'start'}], '%'],
    all.slice(0, 8).map(([p, layer, head]) => [[headButton(layer, head), {class: 'start name'}], (100 * p).toFixed(0)])));
};

/* Shades each token by how much the one pointed at looks there, and says it. */
const point = at => {
  view.at = at;
  const seen = chips.map((_, j) => weight(at, j));
  chips.forEach((chip, j) => {
    chip.style.setProperty('--w', seen[j].toFixed(3));
    chip.classList.toggle('dark', seen[j] > .6);
    chip.setAttribute('aria-pressed', j === at);
    chip.tabIndex = j === at ? 0 : -1;
  });
  const most = seen.map((p, j) => [p, j]).filter(([p]) => p >= .005).sort((a, b) => b[0] - a[0]).slice(0, 4);
  const before = 1 - seen.reduce((sum, p) => sum + p, 0);
  byId('looks').textContent = say('looks', {token: tokenAt(at), list: most.map(([p, j]) => `${tokenAt(j)} ${(100 * p).toFixed(0)}\u00a0%`).join(', ')})
    + (heads.first > 0 && before > .005 ? ' ' + say('looks-before', {p: (100 * before).toFixed(0)}) : '');
  seekers(at === heads.n - 1 && most.length > 0 ? most[0][1] : at);
  for (const row of byId('map').querySelectorAll('tbody tr'))
    row.classList.toggle('lit', row.rowIndex - 1 === at);
  byId('map').querySelectorAll('thead th').forEach((th, j) => th.classList.toggle('lit', j - 1 === at));
};
const look = (layer, head) => {
  Object.assign(view, {layer, head});
  byId('layer').value = layer;
  byId('layer-out').textContent = layer;
  byId('head').value = head;
  const map = table(say(head < 0 ? 'map-mean' : 'map', {layer, head}), [words.token, ...chips.map((_, j) => [String(heads.first + j), {title: tokenAt(j)}])],
    chips.map((_, i) => [[el('bdi', {class: 'piece'}, tokenAt(i)), {class: 'start'}], ...chips.map((__, j) => j > i ? ['', {class: 'none'}] : heat((100 * weight(i, j)).toFixed(0), weight(i, j)))]),
    {class: 'heat'});
  [...map.tBodies[0].rows].forEach((row, i) => row.addEventListener('pointerenter', () => point(i)));
  byId('map').replaceChildren(scroll(map));
  point(view.at);
};
chips.forEach((chip, i) => {
  for (const event of ['pointerenter', 'focus', 'click'])
    chip.addEventListener(event, () => point(i));
  chip.addEventListener('keydown', event => {
    const to = {ArrowLeft: i - 1, ArrowRight: i + 1, Home: 0, End: heads.n - 1}[event.key];
    if (to !== undefined && chips[to]) {
      event.preventDefault();
      chips[to].focus();
    }
  });
});
byId('layer').addEventListener('input', () => look(+byId('layer').value, view.head));
byId('head').addEventListener('change', () => look(view.layer, +byId('head').value));
const [, firstLayer, firstHead] = /^L(\d+)\.H(\d+)$/.exec(strongest.name).map(Number);
look(data.start ? data.start.layer : firstLayer, data.start ? data.start.head : firstHead);

/* Contributions: the strongest as bars, all of them as a map. A head's name shows where it looks. */
const parts = trace.attribution.parts;
const sorted = [...parts].sort((a, b) => Math.abs(b.logit) - Math.abs(a.logit)), shown = sorted.slice(0, 20);
const rest = sorted.slice(20).reduce((sum, part) => sum + part.logit, 0);
const low = Math.min(0, ...shown.map(p => p.logit)), high = Math.max(0, ...shown.map(p => p.logit)), range = high - low || 1;
const nameOf = name => {
  const found = /^L(\d+)\.H(\d+)$/.exec(name);
  if (!found)
    return name;
  return headButton(+found[1], +found[2], true);
};
const bar = value => [el('span', {class: 'bar', 'aria-hidden': true, style: `--c:var(--${value < 0 ? 'orange' : 'blue'})`},
  el('i', {style: `left:${100 * (Math.min(0, value) - low) / range}%;width:${100 * Math.abs(value) / range}%`})), {}];
byId('parts-note').textContent = say('parts-note', {token: quote(trace.target.text), logit: trace.attribution.logit.toFixed(4), sum: trace.attribution.sum.toFixed(4)});
byId('parts').append(table(words['parts-strongest'], [[words.part, {class: 'start'}], words.adds, ''],
  [...shown.map(p => [[nameOf(p.name), {class: 'start name'}], plus(p.logit), bar(p.logit)]),
    ...(sorted.length > 20 ? [[[say('the-rest', {n: sorted.length - 20}), {class: 'start'}], plus(rest), '']] : [])]));
const added = Object.fromEntries(parts.map(p => [p.name, p.logit]));
const largest = Math.max(...parts.map(p => Math.abs(p.logit))) || 1;
const partCell = name => name in added ? heat(added[name].toFixed(2), Math.sqrt(Math.abs(added[name]) / largest), added[name] < 0 ? 'orange' : 'blue') : ['', {class: 'none'}];
byId('parts-map').append(scroll(table(words['parts-map'],
  [words.layer, ...Array.from({length: heads.n_head}, (_, h) => `H${h}`), 'ffn'],
  Array.from({length: heads.n_layer}, (_, l) => [String(l), ...Array.from({length: heads.n_head}, (__, h) => partCell(`L${l}.H${h}`)), partCell(`ffn.${l}`)]),
  {class: 'heat'})));

toEnd('parts-map');

/* What was asked for besides. */
const section = (name, ...nodes) => { byId('s-' + name).hidden = false; byId(name).append(...nodes); };
const rankRow = (name, v) => [[name, {class: 'start'}], String(v.rank), percent(v.p), v.logit.toFixed(4)];
if (trace.ablation)
  section('ablation', table(say('ablation-caption', {list: trace.ablation.without.join(', ')}), ['', words.rank, words.p, words.logit],
    [rankRow(words.whole, trace.ablation.before), rankRow(words.without, trace.ablation.after)]));
if (trace.patch) {
  const {from, to, p} = trace.patch, scale = to.p - from.p || 1;
  byId('patch-note').textContent = say('patch-note', {token: quote(trace.target.text), from: percent(from.p), to: percent(to.p)});
  section('patch', scroll(table(words['patch-caption'], [words.layer, ...trace.pieces.map((text, i) => piece(text))],
    p.map((row, l) => [l === 0 ? words.embedding : String(l), ...row.map(value => heat((100 * value).toFixed(2), Math.max(0, (value - from.p) / scale)))]), {class: 'heat'})));
}
if (trace.neurons)
  section('neurons', table(say('neurons-caption', {layer: trace.neurons.layer}), [words.index, words.key, [words.pushes, {class: 'start'}]],
    trace.neurons.keys.map(k => [String(k.index), plus(k.key), [el('span', {}, ...k.pushes.flatMap(push => [piece(push.text), ' '])), {class: 'start'}]])));
if (trace.steps.length > 0)
  section('steps', table(words['steps-caption'], [words.number, 'T_q', 'T_k', words.blocks, [words.token, {class: 'start'}], words.p],
    [trace, ...trace.steps].map((s, i) => [String(i), String(s.n_new), String(s.n_new + s.n_past), `${s.cache_blocks}, ${bytes(s.cache_bytes)}`, [piece(s.next.text), {class: 'start'}], percent(s.top[0].p)])));
})();
