package io.koordbridge.koordlet.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** On kernels: {@link KernelRecordIT} for version 1, {@link CgroupV2Checks} for version 2. */
class KernelRecordTest {

    @ParameterizedTest
    @EnumSource
    void theFakeTreeAnswersAsTheKernelDid(CgroupVersion version) {
        Path root = Path.of("/sys/fs/cgroup");
        List<String> record = KernelRecord.of(version);

        assertThat(KernelRecord.play(record, FakeCgroupTree.mounted(version, root, 4, 2), root))
                .isEqualTo(record);
    }
}
