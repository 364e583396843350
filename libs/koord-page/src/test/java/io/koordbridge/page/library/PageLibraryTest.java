package io.koordbridge.page.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PageLibraryTest {

    @Test
    void findsTheFilesOfItsVersionOnTheClassPath() {
        assertThat(PageLibrary.UPLOT.files())
                .hasSize(2)
                .allSatisfy((name, file) -> assertThat(PageLibrary.UPLOT.resource(name))
                        .hasValueSatisfying(resource -> assertThat(PageLibrary.class.getResource(resource))
                                .isNotNull()));
    }

    @Test
    void hasNoOtherFiles() {
        assertThat(PageLibrary.UPLOT.resource("page.js")).isEmpty();
        assertThat(PageLibrary.UPLOT.resource("LICENSE")).isEmpty();
    }

    @Test
    void namesAWebjarThatIsMissing() {
        PageLibrary library = new PageLibrary("no-such-one", Map.of("a.js", "a.js"));

        assertThatThrownBy(() -> library.resource("a.js"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no-such-one");
    }
}
