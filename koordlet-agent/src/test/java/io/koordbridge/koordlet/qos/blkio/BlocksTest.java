package io.koordbridge.koordlet.qos.blkio;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.slo.BlkioQos;
import io.koordbridge.api.slo.BlockConfig;
import io.koordbridge.api.slo.IoConfig;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlocksTest {

    private static BlockConfig block(String name, long readBytes, long weight) {
        IoConfig io = new IoConfig(
                null, null, readBytes, null, weight, null, null, null, null, null, null, null, null, null, null, null);
        return new BlockConfig(name, "device", io);
    }

    @Test
    void theNodeMayAskForAnyLimit() {
        assertThat(Blocks.problem(List.of(block("/dev/sda", 1, 100), block("/dev/sdb", 0, 1))))
                .isEmpty();
        assertThat(Blocks.problem(List.of(new BlockConfig("/dev/sda", null, null))))
                .isEmpty();
    }

    @Test
    void whatNoKernelTakesIsNamed() {
        assertThat(Blocks.problem(List.of(block("/dev/sda", -1, 100))))
                .contains("block /dev/sda: readBPS = -1: want 0, or at least 1");
        assertThat(Blocks.problem(List.of(block("/dev/sda", 5, 101))))
                .contains("block /dev/sda: ioWeightPercent = 101: want 1 to 100");
        assertThat(Blocks.problem(List.of(block("/dev/sda", 5, 0)))).isPresent();
        assertThat(Blocks.problem(List.of(block("", 5, 5)))).contains("a block without a name of 1 to 253 characters");
    }

    @Test
    void thereIsAMostOfBlocks() {
        assertThat(Blocks.problem(Collections.nCopies(65, block("/dev/sda", 5, 5))))
                .contains("65 blocks: want at most 64");
    }

    @Test
    void aPartThatIsOffHasNoBlocks() {
        List<BlockConfig> blocks = List.of(block("/dev/sda", 5, 5));

        assertThat(Blocks.of(new BlkioQos(false, blocks))).isEmpty();
        assertThat(Blocks.of(new BlkioQos(true, null))).isEmpty();
        assertThat(Blocks.of(null)).isEmpty();
        assertThat(Blocks.of(new BlkioQos(true, blocks))).isEqualTo(blocks);
    }
}
