package io.koordbridge.koordlet.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the fake tree is made after, on the control groups version 1 of this machine. */
class KernelRecordIT {

    @TempDir
    private Path temp;

    @Test
    void thisMachinesKernelAnswersAsRecorded() throws IOException {
        List<String> record = KernelRecord.of(CgroupVersion.V1);
        try (RealHierarchies hierarchies = new RealHierarchies(temp)) {
            assertThat(KernelRecord.play(record, new HostFiles(), hierarchies.root()))
                    .isEqualTo(record);
        }
    }
}
