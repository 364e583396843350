package io.koordbridge.it.chart;

import static io.koordbridge.it.chart.HadoopChart.lint;
import static io.koordbridge.it.chart.HadoopChart.render;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.marcnuri.helm.LintResult;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What values the chart of YARN takes. */
class HadoopValuesTest {
    @Test
    void passTheStrictLint() {
        LintResult result = lint();

        assertThat(result.getMessages()).isEmpty();
        assertThat(result.isFailed()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "nodemanager.replicas, 7, nodemanager",
        "nodeManager.replica, 7, replica",
        "nodeManager.replicas, many, /nodeManager/replicas",
        "nodeManager.replicas, -1, /nodeManager/replicas",
        "nodeManager.cgroup.version, 3, /nodeManager/cgroup/version",
        "nodeManager.cgroup.driver, systemD, /nodeManager/cgroup/driver",
        "nodeManager.localDisks[0], data, /nodeManager/localDisks/0",
        "nodeManager.resources.limit.cpu, 1, limit",
        "resourceManager.javaoptions, -Xmx1g, javaoptions",
        "hadoop.home, opt/hadoop, /hadoop/home",
        "hadoop.imagePullPolicy, Sometimes, /hadoop/imagePullPolicy",
        "user.id, 0, /user/id",
        "queues.default, 101, /queues/default",
        "site.yarn.key, value, yarn",
        "minimumAllocation.memoryMB, 512, memoryMB",
    })
    void refuseWhatIsMistyped(String value, String given, String named) {
        assertThatThrownBy(() -> render(value + "=" + given)).hasMessageContaining(named);
    }

    /** A value without a rule would be refused. */
    @Test
    void areAllInTheSchemaAndTheSchemaHasNoOthers() throws IOException {
        JsonNode values =
                Serialization.unmarshal(Files.readString(HadoopChart.DIRECTORY.resolve("values.yaml")), JsonNode.class);
        JsonNode schema =
                new ObjectMapper().readTree(Files.readString(HadoopChart.DIRECTORY.resolve("values.schema.json")));

        List<String> missing = new ArrayList<>();
        compare("", schema, values, missing);

        assertThat(missing).containsExactly("global is not in values.yaml");
    }

    private static void compare(String path, JsonNode schema, JsonNode values, List<String> missing) {
        schema.path("properties").properties().forEach(property -> {
            String name = path + property.getKey();
            if (!values.has(property.getKey())) {
                missing.add(name + " is not in values.yaml");
            } else {
                compare(name + ".", property.getValue(), values.get(property.getKey()), missing);
            }
        });
        if (schema.has("properties")) {
            values.fieldNames().forEachRemaining(name -> {
                if (!schema.get("properties").has(name)) {
                    missing.add(path + name + " is not in the schema");
                }
            });
        }
    }
}
