package io.koordbridge.sloconfig;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.sloconfig.Problem.Kind;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnreadPathsTest {

    private static final UnreadPaths PATHS = UnreadPaths.of(List.of(at("a.b[1].c"), at("x"), at("")));

    private static Problem at(String field) {
        return new Problem("key", field, "value", "allowed", 0, Kind.UNREADABLE);
    }

    @ParameterizedTest
    @CsvSource({
        "a.b[1].c, true",
        "a.b[1].c.d, true",
        "a.b[1], true",
        "a.b, true",
        "a, true",
        "a.b[1].d, false",
        "a.b[10].c, false",
        "a.b[0], false",
        "x[3].y, true",
        "xy, false",
        "y, false",
        "'', false"
    })
    void aPathIsTouchedByWhatLiesAroundItAndWithinIt(String path, boolean touched) {
        assertThat(PATHS.touch(path)).isEqualTo(touched);
    }
}
