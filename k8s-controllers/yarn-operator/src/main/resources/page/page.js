'use strict';
(() => {
  const $ = id => document.getElementById(id);
  const state = {resource: 'milliCpu', sort: {key: 'name', down: false}, filter: '', samples: [], events: [], since: 0,
    nodes: [], open: null, lastGood: 0, status: null};
  const SERIES = [
    ['origin', 'Origin', 'var(--muted)', '5 4'], ['prodUsed', 'Online use', 'var(--prod)', ''],
    ['pods', 'Pods requested', 'var(--pods)', ''], ['lease', 'YARN lease', 'var(--lease)', '2 3'],
    ['capability', 'YARN capacity', 'var(--yarn)', ''], ['used', 'YARN in use', 'var(--yarn)', 'area']];
  const MARKS = {GROWN: 'var(--ok)', SHRINKING: 'var(--warn)', CLOSED: 'var(--warn)', LEDGER_BROKEN: 'var(--bad)',
    CAPABILITY_DIFFERS: 'var(--bad)', GROW_GIVEN_UP: 'var(--warn)', RELEASED: 'var(--muted)'};

  const esc = text => String(text).replace(/[&<>"']/g, c => '&#' + c.charCodeAt(0) + ';');
  const cores = milli => (milli / 1000).toFixed(Math.abs(milli) >= 100000 ? 0 : 1);
  const gib = bytes => (bytes / 2 ** 30).toFixed(Math.abs(bytes) >= 100 * 2 ** 30 ? 0 : 1);
  const show = (value, resource) => resource === 'milliCpu' ? cores(value) : gib(value);
  const unit = resource => resource === 'milliCpu' ? 'cores' : 'GiB';
  const value = (field, raw, text, cls) => raw === null || raw === undefined
    ? `<span class="nodata" data-field="${field}" data-value="">no data</span>`
    : `<span class="${cls || ''}" data-field="${field}" data-value="${raw}">${text}</span>`;
  const setHtml = (element, html) => { if (element.dataset.html !== html) { element.dataset.html = html; element.innerHTML = html; } };
  const get = async path => {
    const response = await fetch('api/v1/' + path, {signal: AbortSignal.timeout(4000)});
    if (!response.ok) throw new Error(path + ' answers ' + response.status);
    return response.json();
  };

  function strip(status, ledger) {
    const chips = [];
    const chip = (id, title, cls, text, small) => chips.push(`<div class="chip ${cls}" data-chip="${id}" data-state="${cls}">
      <b>${esc(title)}</b><span>${text}</span><small title="${esc(small)}">${esc(small) || '&nbsp;'}</small></div>`);
    const verdicts = {OK: 'ok', DRAINING: 'warn', BROKEN: 'bad', NO_DATA: 'nodata'};
    chip('ledger', 'Ledger', verdicts[ledger.verdict], value('ledger.verdict', ledger.verdict, ledger.verdict.replace('_', ' ').toLowerCase()),
      ledger.verdict === 'NO_DATA' ? 'no node was checked yet' : `${ledger.checks} checks, ${ledger.broken} broken`);
    chip('leader', 'Leader', status.leader ? 'ok' : 'nodata', status.leader ? 'this replica' : 'another replica',
      status.leader ? 'since ' + status.leaderSince.slice(11, 19) + ' UTC' : 'read only here');
    chip('api', 'API server', status.apiServerLive ? 'ok' : 'bad', status.apiServerLive ? 'followed' : 'not followed',
      status.apiServerLive ? 'nodes and pods are watched' : 'nothing grows until it is back');
    if (!status.resourceManagers.length) chip('rm', 'ResourceManager', 'nodata', 'no data', 'no cluster is configured');
    for (const rm of status.resourceManagers) {
      const cls = {OK: 'ok', STALE: 'bad', FAILED: 'bad', NO_DATA: 'nodata'}[rm.state];
      chip('rm-' + rm.cluster, 'ResourceManager ' + (rm.cluster || ''), cls, rm.state.replace('_', ' ').toLowerCase(),
        rm.lastGood ? `${rm.nodes} nodes, last answer ${rm.lastGoodAgeSeconds.toFixed(0)} s ago` : (rm.problem || 'no answer yet'));
    }
    chip('agents', 'Node agents', !status.nodes ? 'nodata' : status.agentsReporting === status.nodes ? 'ok' : status.agentsReporting ? 'warn' : 'nodata',
      value('status.agentsReporting', status.agentsReporting, `${status.agentsReporting} of ${status.nodes}`), 'reported within 3 minutes');
    const states = Object.entries(status.nodesByState).map(([k, v]) => `${v} ${k.toLowerCase()}`).join(', ');
    chip('nodes', 'Shared nodes', status.nodes ? 'ok' : 'nodata', value('status.nodes', status.nodes, status.nodes), states || 'none matched yet');
    setHtml($('strip'), chips.join(''));
    $('advice').hidden = !status.advice.length;
    setHtml($('advice'), status.advice.map(a => `<li>${esc(a)}</li>`).join(''));
  }

  function bar(id, title, totals, r) {
    const part = name => totals[name] === null ? null : totals[name][r];
    const origin = part('origin'), capacity = part('capacity'), pods = part('pods'), third = part('thirdParty');
    const capability = part('capability'), used = part('used'), prod = part('prodUsed'), free = part('free');
    const field = name => `totals.${name}.${r}`;
    if (origin === null) {
      setHtml($(id), `<div class="head"><h2>${title}</h2></div><p class="nodata" data-field="${field('origin')}" data-value="">
        no data: no shared node offers batch capacity. Is the manager running and colocation enabled?</p>`);
      return;
    }
    const yarn = capability || 0, sold = pods + third + yarn, over = Math.max(sold - origin, 0);
    const whole = Math.max(capacity || 0, origin), online = Math.min(prod || 0, Math.max(whole - origin, 0));
    const margin = Math.max(whole - origin - online, 0);
    const segments = [['var(--prod)', online, 'Online use'], ['var(--margin)', margin, 'System and safety margin'],
      ['var(--pods)', pods + third, 'Pods requested'], ['var(--yarn)', Math.min(used || 0, yarn), 'YARN in use'],
      ['var(--yarn-idle)', Math.max(yarn - (used || 0), 0), 'YARN granted, idle'], ['var(--free)', Math.max(origin - sold, 0), 'Free']];
    const drawn = segments.filter(s => s[1] > 0).map(([color, v, name]) =>
      `<i style="flex-grow:${v};background:${color}" title="${name}: ${show(v, r)} ${unit(r)}"></i>`).join('')
      + (over ? `<i class="over" style="flex-grow:${over}" title="sold twice: ${show(over, r)} ${unit(r)}"></i>` : '');
    const fact = (color, name, key, raw) => `<div><dt><span class="dot" style="background:${color}"></span>${name}</dt>
      <dd>${value(field(key), raw, raw === null ? '' : show(raw, r) + ' ' + unit(r))}</dd></div>`;
    setHtml($(id), `<div class="head"><h2>${title}</h2><span><span class="big">${value(field('origin'), origin, show(origin, r))}</span>
      <span class="muted">${unit(r)} for batch of ${capacity === null ? '?' : show(capacity, r)}</span></span></div>
      <div class="bar">${drawn}</div><dl class="facts">
      ${fact('var(--prod)', 'Online use', 'prodUsed', prod)}${fact('var(--pods)', 'Pods requested', 'pods', pods)}
      ${fact('var(--lease)', 'Leased to YARN', 'lease', part('lease'))}${fact('var(--yarn-idle)', 'YARN capacity', 'capability', capability)}
      ${fact('var(--yarn)', 'YARN in use', 'used', used)}${fact('var(--free)', 'Free', 'free', free)}
      </dl>${over ? `<p class="banner bad">${show(over, r)} ${unit(r)} more than there is</p>` : ''}`);
  }

  const age = s => s === null ? null : s < 90 ? s.toFixed(0) + ' s' : (s / 60).toFixed(0) + ' min';
  const both = (key, amount) => amount === null
    ? `<td data-field="${key}.milliCpu" data-value=""><span class="nodata">no data</span></td>`
    : `<td><span data-field="${key}.milliCpu" data-value="${amount.milliCpu}">${cores(amount.milliCpu)}</span>
       <small data-field="${key}.bytes" data-value="${amount.bytes}">${gib(amount.bytes)} GiB</small></td>`;
  const pillOf = {STEADY: 'ok', GROWING: 'ok', SHRINKING: 'warn', CLOSED: 'warn', STALE: 'bad', OK: 'ok', DRAINING: 'warn', BROKEN: 'bad'};
  const pill = text => `<span class="pill ${pillOf[text] || ''}">${esc(text.replace('_', ' ').toLowerCase())}</span>`;
  const COLUMNS = [
    ['name', 'Node', n => n.name, n => `<td class="text"><b>${esc(n.name)}</b><small>${esc(n.nodeId || 'no NodeManager matched')}</small></td>`, true],
    ['cluster', 'Cluster', n => n.cluster || '', n => `<td class="text">${esc(n.cluster || (n.cluster === '' ? 'default' : '–'))}</td>`, true],
    ['state', 'State', n => n.state, n => `<td class="text" data-field="state" data-value="${n.state}">${pill(n.state)}<small>${esc(n.waitsFor || '')}</small></td>`, true],
    ['origin', 'Origin', n => n.origin ? n.origin.milliCpu : -1, n => both('origin', n.origin)],
    ['pods', 'Pods', n => n.pods.milliCpu, n => both('pods', n.pods)],
    ['lease', 'Lease', n => n.lease.milliCpu, n => both('lease', n.lease)],
    ['capability', 'RM sees', n => n.capability ? n.capability.milliCpu : -1, n => both('capability', n.capability)],
    ['used', 'YARN in use', n => n.used ? n.used.milliCpu : -1, n => both('used', n.used)],
    ['containers', 'Containers', n => n.containers, n => `<td data-field="containers" data-value="${n.containers}">${n.containers}</td>`],
    ['free', 'Free', n => n.free ? n.free.milliCpu : -1, n => both('free', n.free)],
    ['prodUsed', 'Online use', n => n.prodUsed ? n.prodUsed.milliCpu : -1, n => both('prodUsed', n.prodUsed)],
    ['metricAge', 'Metric age', n => n.metricAgeSeconds === null ? 1e12 : n.metricAgeSeconds,
      n => `<td>${n.metricAgeSeconds === null ? '<span class="nodata">no data</span>' : age(n.metricAgeSeconds)}</td>`],
    ['verdict', 'Ledger', n => n.verdict, n => `<td class="text" data-field="verdict" data-value="${n.verdict}">${pill(n.verdict)}</td>`, true]];

  function table() {
    setHtml(document.querySelector('#nodes thead'), '<tr>' + COLUMNS.map(([key, title, , , text]) =>
      `<th data-key="${key}" class="${text ? 'text' : ''}" ${state.sort.key === key ? `aria-sort="${state.sort.down ? 'descending' : 'ascending'}"` : ''}>${title}</th>`).join('') + '</tr>');
    const pick = COLUMNS.find(c => c[0] === state.sort.key)[2];
    const wanted = state.filter.toLowerCase();
    const rows = state.nodes.filter(n => !wanted || [n.name, n.cluster, n.nodeId, n.state, n.verdict].join(' ').toLowerCase().includes(wanted));
    rows.sort((a, b) => {
      const x = pick(a), y = pick(b), by = x < y ? -1 : x > y ? 1 : 0;
      return (state.sort.down ? -by : by) || (a.name < b.name ? -1 : 1);
    });
    setHtml(document.querySelector('#nodes tbody'), rows.map(n => `<tr data-node="${esc(n.name)}">${COLUMNS.map(c => c[3](n)).join('')}</tr>`).join('')
      || `<tr><td class="text nodata" colspan="${COLUMNS.length}">${state.nodes.length ? 'no node matches the filter'
        : 'no data: no node has a NodeManager. Label its pod app.kubernetes.io/component=node-manager.'}</td></tr>`);
    $('node-count').textContent = rows.length === state.nodes.length ? `${rows.length}` : `${rows.length} of ${state.nodes.length}`;
  }

  function unmatched(list) {
    $('unmatched').hidden = !list.length;
    $('unmatched').textContent = list.length ? 'NodeManagers without a Kubernetes node: ' + list.map(u => `${u.nodeId} (${u.state.toLowerCase()})`).join(', ') : '';
  }

  function timeline() {
    const r = state.resource, data = state.samples, host = $('timeline');
    const last = data[data.length - 1];
    setHtml($('legend'), SERIES.map(([key, name, color, dash]) => `<span><svg width="22" height="10"><line x1="1" x2="21" y1="5" y2="5"
      stroke="${color}" stroke-width="${dash === 'area' ? 8 : 2.5}" opacity="${dash === 'area' ? .35 : 1}" stroke-dasharray="${dash === 'area' ? '' : dash}"/></svg>${name}
      <b>${last && last[key] ? show(last[key][r], r) : '–'}</b></span>`).join('') + `<span>${unit(r)}</span>`);
    if (data.length < 2) return;
    const W = Math.max(host.clientWidth, 300), H = 260, L = 44, R = 10, T = 10, B = 24;
    const t0 = data[0].t, t1 = last.t, step = Math.max(1, Math.floor(data.length / 900));
    let top = 0;
    for (const s of data) for (const [key] of SERIES) if (s[key]) top = Math.max(top, s[key][r]);
    top = top * 1.08 || 1;
    const x = t => L + (W - L - R) * (t - t0) / (t1 - t0), y = v => H - B - (H - B - T) * v / top;
    const parts = [];
    for (let i = 0; i <= 4; i++) {
      const v = top * i / 4;
      parts.push(`<line x1="${L}" x2="${W - R}" y1="${y(v)}" y2="${y(v)}" stroke="var(--line)"/>
        <text x="${L - 6}" y="${y(v) + 4}" text-anchor="end" font-size="11" fill="var(--muted)">${show(v, r)}</text>`);
    }
    for (let i = 0; i <= 5; i++) {
      const t = t0 + (t1 - t0) * i / 5;
      parts.push(`<text x="${x(t)}" y="${H - 6}" text-anchor="${i === 0 ? 'start' : i === 5 ? 'end' : 'middle'}" font-size="11" fill="var(--muted)">${clock(t)}</text>`);
    }
    for (const [key, , color, dash] of SERIES) {
      const points = data.filter((s, i) => (i % step === 0 || s === last) && s[key]).map(s => [x(s.t), y(s[key][r])]);
      if (points.length < 2) continue;
      let d = `M${points[0][0].toFixed(1)},${points[0][1].toFixed(1)}`;
      for (let i = 1; i < points.length; i++) d += `H${points[i][0].toFixed(1)}V${points[i][1].toFixed(1)}`;
      parts.push(dash === 'area'
        ? `<path d="${d}V${H - B}H${points[0][0].toFixed(1)}Z" fill="${color}" opacity=".28"/>`
        : `<path d="${d}" fill="none" stroke="${color}" stroke-width="2" stroke-dasharray="${dash}"/>`);
    }
    for (const e of state.events.filter(e => e.t >= t0 && e.t <= t1 && MARKS[e.kind]).slice(-200)) {
      parts.push(`<g><title>${esc(clock(e.t) + ' ' + e.node + ' ' + e.kind + ' ' + e.text)}</title>
        <line x1="${x(e.t)}" x2="${x(e.t)}" y1="${T}" y2="${H - B}" stroke="${MARKS[e.kind]}" stroke-dasharray="1 3"/>
        <circle cx="${x(e.t)}" cy="${T + 4}" r="4" fill="${MARKS[e.kind]}"/></g>`);
    }
    parts.push(`<line id="cross" y1="${T}" y2="${H - B}" stroke="var(--muted)" visibility="hidden"/>`);
    host.innerHTML = `<svg viewBox="0 0 ${W} ${H}" role="img" aria-label="Capacity by time">${parts.join('')}</svg><div class="tip" hidden></div>`;
    const svg = host.firstChild, tip = host.lastChild, cross = svg.querySelector('#cross');
    svg.onmousemove = event => {
      const box = svg.getBoundingClientRect(), t = t0 + (t1 - t0) * ((event.clientX - box.left) * W / box.width - L) / (W - L - R);
      const s = data.reduce((best, one) => Math.abs(one.t - t) < Math.abs(best.t - t) ? one : best, data[0]);
      cross.setAttribute('x1', x(s.t)); cross.setAttribute('x2', x(s.t)); cross.setAttribute('visibility', 'visible');
      tip.innerHTML = `<b>${clock(s.t)}</b><br>` + SERIES.map(([key, name]) => `${name}: ${s[key] ? show(s[key][r], r) + ' ' + unit(r) : 'no data'}`).join('<br>');
      tip.hidden = false; tip.style.left = Math.min(event.clientX - box.left + 14, box.width - 190) + 'px';
    };
    svg.onmouseleave = () => { tip.hidden = true; cross.setAttribute('visibility', 'hidden'); };
  }
  const clock = t => new Date(t).toTimeString().slice(0, 8);

  function events() {
    setHtml($('events'), state.events.slice(-100).reverse().map(e => `<li><time>${clock(e.t)}</time><b>${esc(e.node)}</b>
      <span>${esc(e.kind.replace(/_/g, ' ').toLowerCase())}</span><span>${esc(e.text)}</span></li>`).join('')
      || '<li class="nodata">nothing happened yet</li>');
  }

  async function drawer() {
    if (!state.open) return;
    let why;
    try { why = await get(`nodes/${encodeURIComponent(state.open)}/explain`); } catch (e) { return; }
    const num = v => v === null || v === undefined ? '–' : v.toLocaleString('en');
    $('drawer').hidden = false;
    setHtml($('drawer'), `<div class="head"><h2>Why is ${esc(why.node)} at this lease?</h2><button type="button" id="close">Close</button></div>
      <p>${esc(why.summary)}</p><div class="scroll"><table><thead><tr><th class="text">Term</th><th class="text">Symbol</th><th>milli-cores</th><th>bytes</th>
      <th>vcores</th><th>MB</th><th>Age</th><th class="text">Why</th></tr></thead><tbody>` + why.terms.map(t => `<tr><td class="text">${esc(t.name)}</td>
      <td class="text">${esc(t.symbol)}</td><td>${num(t.milliCpu)}</td><td>${num(t.bytes)}</td><td>${num(t.vcores)}</td><td>${num(t.memoryMB)}</td>
      <td>${t.ageSeconds === null ? '–' : t.ageSeconds.toFixed(1) + ' s'}</td><td class="text">${esc(t.reason)}</td></tr>`).join('') + `</tbody></table></div>
      ${why.problems.map(p => `<p class="banner bad">${esc(p)}</p>`).join('')}`);
  }

  async function refresh() {
    try {
      const [status, nodes, ledger, line] = await Promise.all([get('status'), get('nodes'), get('ledger'), get('timeline?since=' + state.since)]);
      state.samples = state.samples.concat(line.samples).slice(-7200);
      state.events = state.events.concat(line.events.filter(e => e.t > state.since)).slice(-1000);
      for (const one of [...line.samples, ...line.events]) state.since = Math.max(state.since, one.t);
      state.nodes = nodes.nodes; state.status = status; state.lastGood = Date.now();
      strip(status, ledger);
      bar('bar-cpu', 'CPU', status.totals, 'milliCpu');
      bar('bar-memory', 'Memory', status.totals, 'bytes');
      table(); unmatched(nodes.unmatched); timeline(); events(); await drawer();
      $('offline').hidden = true;
      document.body.dataset.loaded = String(Number(document.body.dataset.loaded || 0) + 1);
    } catch (e) {
      $('offline').hidden = false;
      $('offline').textContent = 'The operator does not answer (' + e.message + '). The numbers below are old.';
    }
    $('age').textContent = state.lastGood ? 'updated ' + clock(state.lastGood) : 'no data yet';
    setTimeout(refresh, 1000);
  }

  document.querySelector('#nodes thead').addEventListener('click', event => {
    const key = event.target.dataset.key;
    if (key) { state.sort = {key, down: state.sort.key === key && !state.sort.down}; table(); }
  });
  document.querySelector('#nodes tbody').addEventListener('click', event => {
    const row = event.target.closest('tr[data-node]');
    if (row) { state.open = row.dataset.node; drawer(); }
  });
  $('drawer').addEventListener('click', event => { if (event.target.id === 'close') { state.open = null; $('drawer').hidden = true; } });
  $('filter').addEventListener('input', event => { state.filter = event.target.value; table(); });
  document.querySelector('.seg').addEventListener('click', event => {
    if (!event.target.dataset.resource) return;
    state.resource = event.target.dataset.resource;
    document.querySelectorAll('.seg button').forEach(b => b.classList.toggle('on', b === event.target));
    timeline();
  });
  $('theme').addEventListener('click', () => {
    const dark = getComputedStyle(document.documentElement).getPropertyValue('--bg').trim() === '#0f1420';
    document.documentElement.dataset.theme = dark ? 'light' : 'dark';
  });
  refresh();
})();
