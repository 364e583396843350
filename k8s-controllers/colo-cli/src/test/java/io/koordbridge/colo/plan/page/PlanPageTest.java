package io.koordbridge.colo.plan.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.colo.Run;
import io.koordbridge.colo.plan.outcome.FigureRows;
import io.koordbridge.colo.plan.outcome.Plan;
import io.koordbridge.colo.plan.outcome.Plans;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class PlanPageTest {
    private static final String VALUES = "colocation:\n  enabled: true\n";

    private final Plan plan = Plans.two();
    private final String page = PlanPage.of(plan, VALUES);

    @Test
    void isAsItWasSeenToBeGood() {
        assertThat(page).isEqualTo(Run.golden("plan-page"));
    }

    @Test
    void hasTheSameFiguresAsTheTerminal() {
        for (FigureRows.Row row : FigureRows.of(plan.total())) {
            assertThat(page).contains("<th scope=\"row\">" + row.title() + "</th>");
            row.values().forEach(value -> assertThat(page).contains("<td>" + value + "</td>"));
        }
    }

    @Test
    void loadsNothingFromElsewhere() {
        assertThat(page).doesNotContain("src=", "href=", "url(", "@import", "<script", "<link");
    }

    @Test
    void drawingsHaveATitleADescriptionAndNoTextOfOthersAsMarkup() throws Exception {
        String svg = page.substring(page.indexOf("<svg"), page.indexOf("</svg>") + "</svg>".length());
        Document drawing = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
        Element root = drawing.getDocumentElement();

        assertThat(root.getAttribute("role")).isEqualTo("img");
        assertThat(root.getAttribute("aria-labelledby")).isEqualTo("node-0-t node-0-d");
        assertThat(root.getElementsByTagName("desc").item(0).getTextContent())
                .contains("worker-<1>", "short in 5.6 % of the time");
        assertThat(page).doesNotContain("worker-<1>");
    }

    @Test
    void aGapInTheSamplesIsAGapInTheDrawing() throws Exception {
        NodeList areas = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(
                        TimelineSvg.of("x", plan.pictures().get(0)).getBytes(StandardCharsets.UTF_8)))
                .getElementsByTagName("polyline");

        assertThat(areas.getLength()).isEqualTo(2);
    }
}
