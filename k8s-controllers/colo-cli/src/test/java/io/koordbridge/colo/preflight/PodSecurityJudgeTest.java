package io.koordbridge.colo.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodSecurityJudgeTest {

    @ParameterizedTest
    @CsvSource({"privileged, OK", "baseline, FAIL", "restricted, FAIL"})
    void aNamespaceThatRefusesPrivilegedNodeManagersFails(String level, Level expected) {
        Namespace namespace = new NamespaceBuilder()
                .withNewMetadata()
                .withName("hadoop")
                .addToLabels("pod-security.kubernetes.io/enforce", level)
                .endMetadata()
                .build();

        assertThat(PodSecurityJudge.judge(List.of(nodeManagers(true)), List.of(namespace)))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.level()).isEqualTo(expected);
                    assertThat(finding.check()).isEqualTo("hadoop/hadoop-nodemanager");
                    assertThat(finding.detail()).contains("namespace hadoop");
                });
    }

    @Test
    void aNamespaceThatSaysNothingIsAWarning() {
        Namespace namespace = new NamespaceBuilder()
                .withNewMetadata()
                .withName("hadoop")
                .endMetadata()
                .build();

        assertThat(PodSecurityJudge.judge(List.of(nodeManagers(true)), List.of(namespace)))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.level()).isEqualTo(Level.WARN);
                    assertThat(finding.remedy()).contains("pod-security.kubernetes.io/enforce=privileged");
                });
    }

    @Test
    void nodeManagersWithoutPrivilegesNeedNothing() {
        assertThat(PodSecurityJudge.judge(List.of(nodeManagers(false)), List.of()))
                .isEmpty();
    }

    private static StatefulSet nodeManagers(boolean privileged) {
        return new StatefulSetBuilder()
                .withNewMetadata()
                .withNamespace("hadoop")
                .withName("hadoop-nodemanager")
                .endMetadata()
                .withNewSpec()
                .withNewTemplate()
                .withNewSpec()
                .addNewContainer()
                .withNewSecurityContext()
                .withPrivileged(privileged)
                .endSecurityContext()
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }
}
