package io.koordbridge.colo.plan.page;

import io.koordbridge.colo.plan.outcome.FigureRows;
import io.koordbridge.colo.plan.outcome.Picture;
import io.koordbridge.colo.plan.outcome.Plan;
import io.koordbridge.colo.plan.outcome.PoolPlan;
import io.koordbridge.protocol.PureCore;
import java.util.Locale;

/** A plan as one HTML file that loads nothing from elsewhere. */
@PureCore
public final class PlanPage {
    private static final String HEAD = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <title>colo plan</title>
            <style>
            :root { color-scheme: light dark; --text: #1b1f24; --soft: #57606a; --line: #d0d7de; --back: #ffffff;
              --used: #54708f; --batch: #4c9a5f; --offer: #9a5b00; --short: #c62828; }
            @media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --soft: #9da7b1; --line: #30363d; --back: #0d1117;
              --used: #6f93ba; --batch: #57ab6d; --offer: #e0a44a; --short: #ff6b6b; } }
            body { font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--back); margin: 2rem auto; max-width: 62rem; padding: 0 1rem; }
            table { border-collapse: collapse; margin: 0 0 1.5rem; }
            caption { text-align: left; font-weight: 600; padding: .3rem 0; }
            th, td { padding: .2rem .9rem .2rem 0; border-bottom: 1px solid var(--line); text-align: right; font-variant-numeric: tabular-nums; }
            th[scope=row] { text-align: left; font-weight: 400; white-space: pre; }
            thead th { color: var(--soft); font-weight: 600; }
            pre { border: 1px solid var(--line); padding: .7rem; overflow-x: auto; }
            svg { width: 100%; height: auto; }
            svg text { fill: var(--soft); font-size: 11px; }
            .middle { text-anchor: middle; } .right { text-anchor: end; }
            .grid { stroke: var(--line); } .used { fill: var(--used); } .batch { fill: var(--batch); }
            .offer { fill: none; stroke: var(--offer); stroke-width: 1.2; } .short { fill: var(--short); }
            .key { display: inline-block; width: .8em; height: .8em; margin: 0 .3em 0 1em; }
            .k-used { background: var(--used); } .k-batch { background: var(--batch); } .k-offer { background: var(--offer); }
            .k-short { background: var(--short); }
            </style>
            </head>
            <body>
            """;

    private static final String LEGEND = """
            <p><span class="key k-used"></span>online services <span class="key k-batch"></span>batch work on top
            <span class="key k-offer"></span>offered to batch work <span class="key k-short"></span>share of the time that was short: less than nine tenths of the offer left</p>
            """;

    private PlanPage() {}

    /**
     * The file.
     *
     * @param values to set, in YAML
     */
    public static String of(Plan plan, String values) {
        StringBuilder page = new StringBuilder(HEAD);
        page.append("<h1>What colocation brings</h1>\n<p>From ")
                .append(Html.text(plan.source()))
                .append(".</p>\n");
        for (PoolPlan pool : plan.rows()) {
            table(page, plan, pool);
        }
        String choice = Html.text(plan.choice().title());
        if (!plan.pictures().isEmpty()) {
            page.append("<h2>Nodes under ").append(choice).append("</h2>\n").append(LEGEND);
        }
        for (int i = 0; i < plan.pictures().size(); i++) {
            Picture picture = plan.pictures().get(i);
            page.append("<h3>%s: %s, short in %s %% of the time, %s %% of its CPU delivered</h3>\n"
                    .formatted(
                            Html.text(picture.title()),
                            Html.text(picture.node()),
                            decimal(picture.shortMinutesPercent()),
                            decimal(picture.deliveredPercent())));
            page.append(TimelineSvg.of("node-" + i, picture)).append('\n');
        }
        page.append("<h2>Values of the chart for ").append(choice).append("</h2>\n<pre>");
        page.append(Html.text(values.strip())).append("</pre>\n");
        if (!plan.notes().isEmpty()) {
            page.append("<h2>Notes</h2>\n<ul>\n");
            plan.notes()
                    .forEach(note -> page.append("<li>").append(Html.text(note)).append("</li>\n"));
            page.append("</ul>\n");
        }
        return page.append("</body>\n</html>\n").toString();
    }

    private static void table(StringBuilder page, Plan plan, PoolPlan pool) {
        page.append("<table>\n<caption>")
                .append(Html.text(FigureRows.heading(pool)))
                .append("</caption>\n<thead><tr><th scope=\"col\"></th>");
        plan.variants()
                .forEach(one -> page.append("<th scope=\"col\">")
                        .append(Html.text(one.title()))
                        .append("</th>"));
        page.append("</tr></thead>\n<tbody>\n");
        for (FigureRows.Row row : FigureRows.of(pool)) {
            page.append("<tr><th scope=\"row\">").append(Html.text(row.title())).append("</th>");
            row.values()
                    .forEach(value ->
                            page.append("<td>").append(Html.text(value)).append("</td>"));
            page.append("</tr>\n");
        }
        page.append("</tbody>\n</table>\n");
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
