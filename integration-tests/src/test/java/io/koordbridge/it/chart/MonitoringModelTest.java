package io.koordbridge.it.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fabric8.openshift.api.model.monitoring.v1.PodMonitor;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import io.fabric8.openshift.api.model.monitoring.v1.Rule;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the prometheus-operator gets has the fields of its kinds and no others, and asks for metrics that exist. */
class MonitoringModelTest {
    private static final Pattern DURATION = Pattern.compile("[1-9][0-9]*(ms|s|m|h|d)");
    /** Without what is in quotes, selectors, ranges and lists of labels. */
    private static final Pattern BESIDE_NAMES = Pattern.compile(
            "\"[^\"]*\"|\\{[^}]*}|\\[[^]]*]|\\b(?:by|without|on|ignoring|group_left|group_right) *\\([^)]*\\)");

    private static final Pattern WORD = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*(?= *(\\()?)");
    private static final Set<String> OPERATORS = Set.of("and", "or", "unless", "bool", "offset");
    private static final Set<String> FUNCTIONS =
            Set.of("increase", "rate", "max", "min", "sum", "avg", "count", "time", "absent");
    private static final Pattern DOCUMENTED = Pattern.compile("`((?:koord|slo_controller)_[a-z_]+)");

    /** Fields that a model does not have are no longer put aside, so Jackson refuses them. */
    private final ObjectMapper strict = new ObjectMapper().setAnnotationIntrospector(new NoRest());

    private final List<HasMetadata> objects = new Chart()
            .renderWith(
                    "monitoring.podMonitor.enabled=true",
                    "monitoring.podMonitor.labels.release=prometheus",
                    "monitoring.prometheusRule.enabled=true",
                    "monitoring.prometheusRule.labels.release=prometheus");

    private static final class NoRest extends JacksonAnnotationIntrospector {
        private static final long serialVersionUID = 1;

        @Override
        public Boolean hasAnySetter(Annotated annotated) {
            return null;
        }
    }

    private <T extends HasMetadata> List<T> strictly(Class<T> type) throws JsonProcessingException {
        List<T> read = new ArrayList<>();
        for (T object : Rendered.of(objects, type)) {
            read.add(strict.treeToValue(tree(object), type));
        }
        return read;
    }

    private static JsonNode tree(HasMetadata object) {
        return Serialization.unmarshal(Serialization.asJson(object), JsonNode.class);
    }

    @Test
    void podMonitorsHaveFieldsOfTheirKindOnly() throws JsonProcessingException {
        assertThat(strictly(PodMonitor.class))
                .hasSize(4)
                .allSatisfy(monitor -> assertThat(monitor.getSpec().getPodMetricsEndpoints())
                        .singleElement()
                        .satisfies(endpoint -> {
                            assertThat(endpoint.getPath()).isEqualTo("/metrics");
                            assertThat(endpoint.getInterval()).matches(DURATION);
                        }));
    }

    @Test
    void theRuleHasFieldsOfItsKindOnly() throws JsonProcessingException {
        assertThat(strictly(PrometheusRule.class))
                .singleElement()
                .satisfies(rule -> assertThat(alarms(rule))
                        .isNotEmpty()
                        .allSatisfy(alarm -> {
                            assertThat(alarm.getAlert()).matches("Koord[A-Za-z]+");
                            assertThat(alarm.getLabels().get("severity")).isIn("warning", "critical");
                            assertThat(alarm.getAnnotations()).containsKey("summary");
                            if (alarm.getFor() != null) {
                                assertThat(alarm.getFor()).matches(DURATION);
                            }
                        })
                        .extracting(Rule::getAlert)
                        .doesNotHaveDuplicates());
    }

    @Test
    void anUnknownFieldIsFound() {
        ObjectNode monitor =
                (ObjectNode) tree(Rendered.of(objects, PodMonitor.class).get(0));
        ((ObjectNode) monitor.at("/spec/podMetricsEndpoints/0")).put("intervall", "30s");
        ObjectNode rule =
                (ObjectNode) tree(Rendered.of(objects, PrometheusRule.class).get(0));
        ((ObjectNode) rule.at("/spec/groups/0/rules/0")).put("severity", "critical");

        assertThatThrownBy(() -> strict.treeToValue(monitor, PodMonitor.class)).hasMessageContaining("intervall");
        assertThatThrownBy(() -> strict.treeToValue(rule, PrometheusRule.class)).hasMessageContaining("severity");
    }

    @Test
    void alarmsNameMetricsThatAreDocumented() throws JsonProcessingException {
        Set<String> documented = documented();

        assertThat(alarms(strictly(PrometheusRule.class).get(0))).allSatisfy(alarm -> {
            Set<String> asked = metrics(String.valueOf(alarm.getExpr().getValue()));
            assertThat(asked).as(alarm.getAlert()).isNotEmpty().isSubsetOf(documented);
        });
    }

    @Test
    void metricsOfAnExpressionAreFound() {
        assertThat(metrics("max by (lease) (koord_leader{a=\"b c\"}) == 0 and increase(other_total[5m]) > 1e3 * up"))
                .containsExactly("koord_leader", "other_total", "up");
    }

    private static List<Rule> alarms(PrometheusRule rule) {
        return rule.getSpec().getGroups().stream()
                .flatMap(group -> group.getRules().stream())
                .toList();
    }

    private static Set<String> metrics(String expression) {
        Set<String> found = new TreeSet<>();
        String names = BESIDE_NAMES.matcher(expression).replaceAll(" ").replaceAll("\\b[0-9][0-9.a-zA-Z]*", " ");
        Matcher word = WORD.matcher(names);
        while (word.find()) {
            if (word.group(1) != null) {
                assertThat(FUNCTIONS).contains(word.group());
            } else if (!OPERATORS.contains(word.group())) {
                found.add(word.group());
            }
        }
        return found;
    }

    /** The pages are held to the code by tests of each component. */
    private static Set<String> documented() {
        return Stream.of("koord-manager", "yarn-operator", "koord-descheduler", "koord-scheduler", "koordlet")
                .map(component -> ProjectLayout.find().root().resolve("docs/reference/" + component + "-metrics.md"))
                .flatMap(page -> {
                    try {
                        return DOCUMENTED.matcher(Files.readString(page)).results();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .map(match -> match.group(1))
                .collect(Collectors.toSet());
    }
}
