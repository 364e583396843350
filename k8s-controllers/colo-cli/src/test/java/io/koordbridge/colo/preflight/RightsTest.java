package io.koordbridge.colo.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RightsTest {
    private static final String NAMESPACE = "koordinator-system";

    private static List<Right.Answer> answers(List<Right> rights, String without) {
        return rights.stream()
                .map(right -> new Right.Answer(right, !right.text().equals(without)))
                .toList();
    }

    @Test
    void asksForTheRightsOfAnInstallationOnlyBeforeIt() {
        List<Finding> before = Rights.judge(answers(Rights.own(NAMESPACE, false), ""));
        List<Finding> after = Rights.judge(answers(Rights.own(NAMESPACE, true), ""));

        assertThat(before).extracting(Finding::check).containsExactly("use colo", "install the chart");
        assertThat(after).extracting(Finding::check).containsExactly("use colo");
        assertThat(before).allMatch(each -> each.level() == Level.OK);
    }

    @Test
    void namesTheMissingRight() {
        List<Finding> found =
                Rights.judge(answers(Rights.own(NAMESPACE, false), "create pods/portforward in koordinator-system"));

        assertThat(found.get(0).level()).isEqualTo(Level.FAIL);
        assertThat(found.get(0).detail()).isEqualTo("missing: create pods/portforward in koordinator-system");
        assertThat(found.get(1).level()).isEqualTo(Level.OK);
    }

    @Test
    void looksAtTheAccountsOfWhatIsInstalled() {
        List<Workload> workloads =
                List.of(new Workload("koordlet", 2, 2, "1"), new Workload("koord-scheduler", null, 0, ""));

        List<Finding> found =
                Rights.judge(answers(Rights.accounts(workloads), "patch nodemetrics/status.slo.koordinator.sh"));

        assertThat(found).singleElement().satisfies(each -> {
            assertThat(each.check()).isEqualTo("koordlet");
            assertThat(each.level()).isEqualTo(Level.FAIL);
            assertThat(each.detail()).isEqualTo("missing: patch nodemetrics/status.slo.koordinator.sh");
            assertThat(each.remedy()).contains("helm upgrade", "koord-bridge-koordlet");
        });
    }
}
