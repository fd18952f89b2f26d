/// The parts of the style sheet of reports.
enum HTMLStyle {
  /// The frame: head, time-line, list and step.
  static let page = """
    header.top{display:flex;flex-wrap:wrap;gap:.6rem 2rem;align-items:end;
      justify-content:space-between;padding:1.1rem 1.5rem .6rem}
    header.top>div{flex:1 1 20rem;min-width:0}
    header.top h1{overflow-wrap:anywhere}
    .tools{display:flex;gap:.5rem;align-items:center;max-width:100%}
    .tools label{color:var(--soft);font-size:.87rem;white-space:nowrap}
    .tools input{background:var(--pane);border:1px solid var(--edge);border-radius:7px;
      padding:.25rem .6rem;width:13rem;min-width:0;min-height:2rem}
    .tools input::placeholder{color:var(--soft);opacity:1}
    nav.cases ol{display:flex;flex-wrap:wrap;gap:.4rem;padding:.1rem 1.5rem .4rem}
    nav.cases a{display:block;padding:.3rem .8rem;border:1px solid var(--hair);border-radius:8px;
      background:var(--pane);color:var(--ink);text-decoration:none;overflow-wrap:anywhere}
    nav.cases a[aria-current]{border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent);
      background:var(--calm);font-weight:600}
    .notice{margin:.3rem 1.5rem;padding:.5rem .8rem;background:var(--warm-back);color:var(--warm);
      border-radius:8px}
    header.about{padding:.5rem 1.5rem .3rem}
    .facts{display:flex;flex-wrap:wrap;gap:.3rem 1rem;align-items:center;color:var(--soft);
      font-size:.87rem}
    .facts code{overflow-wrap:anywhere}
    .tag{border:1px solid var(--hair);border-radius:99px;padding:0 .6rem}
    .badge{display:inline-block;border-radius:99px;padding:.05rem .7rem;font-weight:650;
      font-size:.87rem}
    .badge.good{background:var(--good-back);color:var(--good)}
    .badge.bad{background:var(--bad-back);color:var(--bad)}
    .badge.none{background:var(--warm-back);color:var(--warm)}
    .mark{font-weight:700}
    .mark.good{color:var(--good)}
    .mark.bad{color:var(--bad)}
    .mark.none{color:var(--soft)}
    .timeline{position:relative;margin:.5rem 1.5rem .9rem;height:46px;touch-action:none}
    .timeline.short{max-width:52rem}
    .js .timeline{cursor:pointer}
    .timeline svg{display:block;width:100%;height:46px}
    .timeline .bp{fill:var(--bars)}
    .timeline .bc{fill:var(--good)}
    .timeline .bs{fill:var(--accent)}
    .timeline .bx{fill:var(--bad)}
    .timeline .bg{fill:none;stroke:var(--edge);stroke-width:1;vector-effect:non-scaling-stroke}
    .timeline .now,.timeline .range{position:absolute;top:8px;bottom:-4px;pointer-events:none;
      display:none}
    .js .timeline .now{display:block;min-width:4px;border-bottom:3px solid var(--ink);
      background:color-mix(in srgb,var(--ink) 14%,transparent)}
    .js .timeline .range{display:block;border:1px dashed var(--edge);
      background:color-mix(in srgb,var(--accent) 12%,transparent)}
    nav.steps{padding:0 1.5rem 1rem}
    nav.steps summary{cursor:pointer;font-size:.87rem;color:var(--soft);padding:.3rem .4rem}
    nav.steps li.group summary{font-weight:650;color:var(--ink);margin-top:.35rem}
    nav.steps a{display:flex;gap:.5rem;align-items:baseline;padding:.22rem .5rem;color:var(--ink);
      text-decoration:none;border-radius:6px;font-size:.93rem}
    nav.steps a:hover{background:var(--calm)}
    nav.steps a[aria-current]{background:var(--accent);color:var(--on-accent)}
    nav.steps a[aria-current] :is(.mark,i,.delta){color:inherit}
    nav.steps i{font-style:normal;color:var(--soft);min-width:1.6em;text-align:right;
      font-variant-numeric:tabular-nums}
    nav.steps .what{flex:1;min-width:0;overflow:hidden;white-space:nowrap;text-overflow:ellipsis}
    nav.steps .delta{color:var(--warm);font-variant-numeric:tabular-nums;font-size:.87rem}
    nav.steps .nothing{padding:.4rem;color:var(--soft)}
    .js article.case:not(.on),.js section.step:not(.on){display:none}
    @media (min-width:900px){
      .js .body{display:grid;grid-template-columns:17rem minmax(0,1fr);align-items:start}
      .js nav.steps{position:sticky;top:0;max-height:100vh;overflow:auto;padding:0 0 1rem 1rem}
      .js nav.steps>details>summary{display:none}
    }

    """

  /// A step and its panes.
  static let step = """
    .sections{min-width:0}
    section.step{padding:.2rem 1.5rem 2rem;container-type:inline-size}
    section.step>header{display:flex;flex-wrap:wrap;gap:.1rem .8rem;align-items:baseline}
    .eyebrow{flex:1 0 100%;color:var(--soft);font-size:.87rem;overflow-wrap:anywhere}
    h3{font-size:1.3rem;line-height:1.3;font-weight:400;min-width:0;overflow-wrap:anywhere}
    h3 b{font-weight:700}
    h3 small{font-size:.93rem;color:var(--soft);margin-left:.4em}
    .toolbar{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin:.6rem 0 .2rem}
    .counter{color:var(--soft);font-size:.87rem;font-variant-numeric:tabular-nums;
      min-width:5.5em;text-align:center}
    .choice{display:flex;margin-left:auto}
    .choice button{border-radius:0;margin-left:-1px}
    .choice button:first-child{border-radius:7px 0 0 7px}
    .choice button:last-child{border-radius:0 7px 7px 0}
    .choice button[aria-pressed=true]{background:var(--accent);color:var(--on-accent);
      border-color:var(--accent)}
    .failure{position:relative;margin:.7rem 0;border-left:4px solid var(--bad);
      background:var(--bad-back);border-radius:0 8px 8px 0}
    .failure pre{padding:.8rem 1rem;overflow:auto;max-width:100%}
    .copy{font-size:.8rem;min-height:1.6rem;padding:0 .6rem;margin-left:.5rem}
    .failure .copy{margin:0 1rem .7rem}
    .panes{display:grid;gap:1.4rem 1.6rem;margin-top:.8rem;
      grid-template-columns:minmax(0,1fr)}
    .panes>*{min-width:0}
    .pic{display:block;width:100%;height:auto;overflow:visible}
    .pic.defs{position:absolute;width:0;height:0}
    .pic.wide{display:none;max-width:880px}
    .pic.narrow,.pic.one{max-width:400px}
    figcaption{margin-top:.5rem;color:var(--soft)}
    .empty{padding:3rem 1rem;text-align:center;color:var(--soft);border:1px dashed var(--edge);
      border-radius:12px}
    .twin{margin-top:.5rem}
    .twin summary,.all summary{cursor:pointer;color:var(--soft);font-size:.87rem}
    .twin th,.twin td{overflow-wrap:anywhere}
    .facts-pane{display:grid;gap:1.4rem;grid-template-columns:minmax(0,1fr)}
    @container (min-width:600px){
      .pic.wide{display:block}
      .pic.narrow{display:none}
    }
    @container (min-width:920px){
      .panes{grid-template-columns:minmax(600px,1.8fr) minmax(0,1fr)}
      .facts-pane{grid-column:1/-1;grid-template-columns:minmax(0,1fr) minmax(0,1fr)}
      .facts-pane>.source{grid-column:1/-1}
    }
    @container (min-width:1600px){
      .panes{grid-template-columns:minmax(0,880px) minmax(0,1fr) minmax(0,1.1fr)}
      .facts-pane{grid-column:3;grid-template-columns:minmax(0,1fr)}
      .compares{display:grid;gap:.3rem}
    }

    """

  /// Tables and texts.
  static let tables = """
    table{border-collapse:collapse;width:100%;font-size:.93rem}
    th{text-align:left;font-weight:500}
    td,tbody th{padding:.22rem .5rem .22rem 0;vertical-align:top;border-top:1px solid var(--hair)}
    tbody tr:first-child>*{border-top:0}
    .store table{table-layout:auto}
    .store td:first-child{width:1.1rem;font-weight:700;font-family:ui-monospace,monospace}
    .store tbody th{font-family:ui-monospace,Menlo,Consolas,"Liberation Mono",monospace;
      font-size:.87rem;overflow-wrap:break-word;max-width:14rem;padding-right:.8rem}
    .store td:nth-child(3){font-family:ui-monospace,Menlo,Consolas,"Liberation Mono",monospace;
      font-size:.87rem;overflow-wrap:anywhere;width:99%}
    .store td:nth-child(4){color:var(--soft);white-space:nowrap;text-align:right;
      font-size:.87rem;padding-right:0}
    .store td:nth-child(4)::before{content:"step "}
    .store .device th{font-weight:650;padding-top:.7rem}
    tr.added>*{background:var(--good-back)}
    tr.added td:first-child{color:var(--good)}
    tr.changed>*{background:var(--warm-back)}
    tr.changed td:first-child{color:var(--warm)}
    tr.removed>*{background:var(--bad-back)}
    tr.removed td:first-child{color:var(--bad)}
    tr.removed th,tr.removed td:nth-child(3){text-decoration:line-through}
    .store tr:is(.added,.changed,.removed) td:first-child{padding-left:.35rem}
    del{color:var(--soft)}
    ins{text-decoration:none}
    .checks td:first-child{width:1.5rem}
    .checks code,.checks th{overflow-wrap:anywhere}
    .checks .failed>*{background:var(--bad-back)}
    .found{color:var(--bad)}
    .events li{display:flex;gap:.6rem;padding:.1rem 0;border-top:1px solid var(--hair)}
    .events li:first-child{border-top:0}
    .events b{min-width:2.6em}
    .events li>span{min-width:0;overflow-wrap:anywhere}
    .events .problem b,.events .problem span{color:var(--bad)}
    .winner{font-weight:650}
    .routes pre,.source pre{overflow:auto;padding:.6rem .8rem;background:var(--pane);
      border:1px solid var(--hair);border-radius:8px;line-height:1.55}
    .routes pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.3rem 0 .8rem}
    .source i{font-style:normal;display:inline-block;min-width:2.5em;color:var(--soft);text-align:right;
      padding-right:1em}
    mark{background:var(--calm);color:inherit;display:inline-block;min-width:100%;
      box-shadow:inset 3px 0 var(--accent)}
    dialog{border:1px solid var(--edge);border-radius:12px;background:var(--pane);
      color:var(--ink);padding:1.2rem 1.5rem;max-width:min(28rem,90vw)}
    dialog::backdrop{background:#0008}
    dialog dl{display:grid;grid-template-columns:auto 1fr;gap:.3rem 1.2rem;margin:.8rem 0}
    dt{font-weight:650;white-space:nowrap}
    dd{margin:0}

    """

  /// Phones, print, less motion, chosen colours.
  static let surroundings = """
    @media (max-width:599px){
      header.top,header.about,nav.cases ol,nav.steps,section.step{padding-left:.75rem;
        padding-right:.75rem}
      .timeline,.notice{margin-left:.75rem;margin-right:.75rem}
      .tools{flex:1 1 100%}
      .tools input{flex:1;width:auto}
      h3{font-size:1.15rem}
      .js section.step{padding-bottom:5rem}
      .toolbar{position:fixed;left:0;right:0;bottom:0;margin:0;padding:.5rem .75rem;z-index:2;
        background:var(--pane);border-top:1px solid var(--hair);flex-wrap:nowrap}
      .toolbar button{min-height:2.6rem;padding:.25rem .6rem}
      .counter{min-width:4.6em}
    }
    @media (max-width:345px){
      section.step{padding-left:.3rem;padding-right:.3rem}
      .toolbar{gap:.3rem}
      .toolbar button{padding:.25rem .5rem}
      .counter{font-size:.8rem;min-width:3.6em}
    }
    @media (prefers-reduced-motion:reduce){*{animation:none!important;transition:none!important;
      scroll-behavior:auto!important}}
    @media (forced-colors:active){
      .badge,nav.cases a,.choice button,.failure{border:1px solid}
      nav.steps a[aria-current],.choice button[aria-pressed=true]{forced-color-adjust:none}
      tr.added>*,tr.changed>*,tr.removed>*,mark{forced-color-adjust:none}
    }
    @media print{
      html{background:#fff;font-size:10pt}
      .js article.case:not(.on),.js section.step:not(.on){display:block}
      .tools,.toolbar,.copy,nav.steps,.timeline .now,.timeline .range,.before-picture{
        display:none!important}
      .now-picture[hidden]{display:block!important}
      .js .body{display:block}
      section.step{break-inside:auto;border-top:1px solid #999;padding:.6rem 0;
        container-type:normal}
      .pic.wide{display:block;max-width:14cm}
      .pic.narrow{display:none}
      .panes{display:block}
      figure,tr,.failure,h3,h4{break-inside:avoid}
      h3,h4{break-after:avoid}
      pre{white-space:pre-wrap;overflow:visible!important}
      .scroll{overflow:visible}
    }

    """
}

extension ReportStyleSheet {
  /// The style sheet of an index.
  static let index =
    "\n" + variables + base + HTMLStyle.page + HTMLStyle.tables + indexParts
    + HTMLStyle.surroundings

  private static let indexParts = """
    main.index{padding:.5rem 1.5rem 2rem;max-width:90rem;display:grid;gap:1.6rem;
      grid-template-columns:minmax(0,1fr)}
    .index thead th{color:var(--soft);font-size:.87rem;padding:.3rem .8rem .3rem 0}
    .index td,.index tbody th{padding:.4rem .8rem .4rem 0}
    .index .number{font-variant-numeric:tabular-nums;white-space:nowrap}
    .index li{padding:.15rem 0}
    .index .tags{display:flex;flex-wrap:wrap;gap:.4rem 1.4rem}
    .scroll{overflow-x:auto}

    """
}
