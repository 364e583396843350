package io.koordbridge.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.page.library.PageLibrary;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PageResourceTest {

    private final PageResource resource = new PageResource(PageLibrary.UPLOT);

    private static String text(Response answer) {
        return new String((byte[]) answer.getEntity(), StandardCharsets.UTF_8);
    }

    @Test
    void givesFilesOfThePageAndOfItsLibraries() {
        assertThat(text(resource.script("format.js"))).contains("export function cores");
        assertThat(text(resource.script("uplot.js"))).contains("uPlot");
        assertThat(text(resource.style("uplot.css"))).contains(".uplot");
        assertThat(resource.style("uplot.css").getMediaType().toString()).startsWith("text/css");
    }

    @Test
    void letsNothingInFromElsewhere() {
        assertThat(resource.script("uplot.js").getHeaderString("Content-Security-Policy"))
                .contains("default-src 'none'", "script-src 'self'", "style-src 'self'")
                .doesNotContain("unsafe");
    }

    @Test
    void hasNoOtherFiles() {
        assertThat(resource.script("nosuch.js").getStatus()).isEqualTo(404);
        assertThat(new PageResource().script("uplot.js").getStatus()).isEqualTo(404);
    }
}
