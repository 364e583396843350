package io.koordbridge.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Whatever docs/guide/troubleshooting.md quotes is in the code, and every refusal of the scheduler is on the page. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TroubleshootingPageTest {
    private static final String PAGE = "guide/troubleshooting.md";
    /** Kubernetes' and YARN's own words, and commands with arguments. */
    private static final Pattern OF_OTHERS =
            Pattern.compile("kubectl .*|colo .*|bin/colo|yarn .*|Insufficient kubernetes\\.io/batch-(?:cpu|memory)"
                    + "|/.*|Pending|ContainerCreating|kube-system|didn't satisfy existing|devices|Insufficient|yarn\\.[a-z.-]+"
                    + "|call=\"update\"|koordlet --preflight|schedulerName: koord-scheduler|\\w+=true|agent:|gang");

    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
    private static final Pattern REFUSAL = Pattern.compile(
            "\"((?:node\\(s\\) |Insufficient |insufficient |not enough cpus |the pod's quota is)[^\"%]*)\"");

    private String code;
    private String page;
    private String events;

    @BeforeAll
    void read() throws IOException {
        code = MainSources.of("k8s-controllers")
                + MainSources.of("koordlet-agent")
                + MainSources.of("scheduler-plugins")
                + MainSources.of("libs")
                + MainSources.of("charts");
        page = MainSources.page(PAGE);
        // Tested against the operator's code, which makes these names of parts.
        events = MainSources.page("reference/yarn-operator-metrics.md");
    }

    @Test
    void quotesWhatIsInTheCode() {
        Set<String> quoted = MainSources.found(QUOTED, page);

        assertThat(quoted)
                .hasSizeGreaterThan(60)
                .allSatisfy(words -> assertThat(isThere(words))
                        .as("`%s` is in the code", words)
                        .isTrue());
    }

    /** A dotted key of values or of a state by its last part. */
    private boolean isThere(String words) {
        return OF_OTHERS.matcher(words).matches()
                || code.contains(words)
                || (words.startsWith("YarnLease") && events.contains("`" + words + "`"))
                || code.contains(words.toUpperCase(Locale.ROOT))
                || (words.matches("[a-zA-Z.-]+") && code.contains(words.substring(words.lastIndexOf('.') + 1)));
    }

    @Test
    void namesCommandsThatAreThere() {
        List<String> commands = MainSources.found(Pattern.compile("`colo ([a-z]+(?: [a-z]+)?)"), page).stream()
                .flatMap(command -> Pattern.compile(" ").splitAsStream(command))
                .toList();

        assertThat(commands).isNotEmpty().allSatisfy(name -> assertThat(code).contains("name = \"" + name + "\""));
    }

    @Test
    void explainsEveryRefusalOfTheScheduler() throws IOException {
        Set<String> quoted = MainSources.found(QUOTED, page);

        assertThat(MainSources.found(REFUSAL, MainSources.of("scheduler-plugins")).stream()
                        // Of a text that goes on with a name.
                        .filter(refusal -> !refusal.equals("node(s) ")))
                .hasSizeGreaterThan(8)
                .allSatisfy(refusal -> assertThat(quoted)
                        .as(refusal)
                        .anyMatch(words -> refusal.strip().contains(words) || words.contains(refusal.strip())));
    }
}
