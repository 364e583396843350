package io.koordbridge.api.nodecheck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabelRuleTest {

    private static final Map<String, String> LABELS = Map.of("zone", "a", "cores", "8");

    @ParameterizedTest
    @CsvSource({
        "zone, In, a b, true",
        "zone, In, b, false",
        "zone, NotIn, b, true",
        "zone, NotIn, a, false",
        "missing, In, a, false",
        "missing, NotIn, a, true",
        "zone, Exists, , true",
        "missing, Exists, , false",
        "missing, DoesNotExist, , true",
        "cores, Gt, 7, true",
        "cores, Gt, 8, false",
        "cores, Lt, 9, true",
        "zone, Gt, 1, false",
        "cores, Gt, many, false",
        "zone, Unheard, a, false",
    })
    void comparesAValueAsKubernetesDoes(String key, String operator, String values, boolean matches) {
        List<String> list = values == null ? List.of() : List.of(values.split(" "));
        LabelRule rule = LabelRule.of(new NodeSelectorRequirement(key, operator, list));

        assertThat(rule.matches(LABELS.get(key))).isEqualTo(matches);
    }
}
