package io.koordbridge.colo.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.colo.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The worked cluster of the guide is what the command prints. */
class PlanGuideTest {
    private static final Path GUIDE = Path.of("../../docs/guide/plan.md");
    private static final String TRACE = "planetlab-2011-nodes.csv.gz";
    private static final Path FILE = Path.of("../../libs/koord-replay/src/test/resources/traces", TRACE);
    private static final String BEGIN = "```\n$ colo ";

    @Test
    void printsWhatTheGuideShows() throws IOException {
        String guide = Files.readString(GUIDE);
        int begin = guide.indexOf(BEGIN) + BEGIN.length();
        String shown = guide.substring(begin, guide.indexOf("```", begin));
        List<String> line = new ArrayList<>(
                Arrays.asList(shown.substring(0, shown.indexOf('\n')).split(" ")));
        line.replaceAll(word -> word.equals(TRACE) ? FILE.toString() : word);

        Run run = Run.with(Map.of(), line.toArray(String[]::new));

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out().replace(FILE.toString(), TRACE)).isEqualTo(shown.substring(shown.indexOf('\n') + 1));
    }
}
