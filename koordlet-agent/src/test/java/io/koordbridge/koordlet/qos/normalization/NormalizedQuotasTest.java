package io.koordbridge.koordlet.qos.normalization;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NormalizedQuotasTest {

    @TempDir
    private Path temp;

    @ParameterizedTest
    @EnumSource(CgroupVersion.class)
    void groupsWithoutAQuotaAreLeft(CgroupVersion version) {
        NormalizationNode node = new NormalizationNode(version, new FakeCgroupTree(), temp);
        String none = version == CgroupVersion.V1 ? "-1" : "max";
        node.put("", none);
        node.put("/c1", none);
        node.put("/c2", "100000");
        node.tick("2");

        assertThat(node.quotas()).containsExactly(none, none, "50000");
        node.gate = false;
        node.tick("2");
        assertThat(node.quotas()).containsExactly(none, none, "100000");
    }

    @Test
    void groupsThatAreNotThereAreLeftWithoutAProblem() {
        NormalizationNode node = new NormalizationNode(CgroupVersion.V2, new FakeCgroupTree(), temp);
        node.put("", "300000");
        node.put("/c1", "200000");
        node.tick("2");

        assertThat(node.quotas()).containsExactly("150000", "100000", "none");
        assertThat(node.problems).isEmpty();
    }

    @Test
    void aFileThatIsNoQuotaIsLeftAndNamed() {
        NormalizationNode node = NormalizationNode.limited(CgroupVersion.V2, temp);
        node.put("/c1", "junk");
        node.tick("2");

        assertThat(node.quotas()).containsExactly("150000", "junk", "50000");
        assertThat(node.problems).singleElement().asString().contains("cpu.cfs_quota_us of '" + NormalizationNode.POD);
    }

    @Test
    void anotherPeriodOfTheKubeletCounts() {
        NormalizationNode node = NormalizationNode.limited(CgroupVersion.V2, temp);
        String pod = "/cg/" + NormalizationNode.POD;
        node.files.put(pod + "/cpu.max", "150000 50000");
        node.files.put(pod + "/c1/cpu.max", "100000 50000");
        node.files.put(pod + "/c2/cpu.max", "50000 50000");
        node.tick("2");

        assertThat(node.quotas()).containsExactly("75000", "50000", "25000");
    }
}
