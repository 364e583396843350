package io.koordbridge.koordlet.qos.blkio;

import io.koordbridge.api.binding.Absent;
import io.koordbridge.api.document.pod.QosWishReader;
import io.koordbridge.api.slo.BlkioQos;
import io.koordbridge.api.slo.BlockConfig;
import io.koordbridge.api.slo.IoConfig;
import io.koordbridge.koordlet.cluster.override.OverrideKey;
import io.koordbridge.protocol.PureCore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What an owner asks for, and whether it may. */
@PureCore
final class Blocks {

    /** An owner that says nothing of a disk. */
    static final IoConfig UNLIMITED = new IoConfig(
            null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null);

    private static final BlkioQos NONE = new BlkioQos(null, null);
    private static final int MOST_OF_NODE = 64;
    private static final int MOST_OF_POD = 16;
    private static final int LONGEST_NAME = 253;
    private static final String WEIGHT = "ioWeightPercent";
    private static final String PERCENT = "Percent";
    private static final long WHOLE = 100;
    /** A pod that writes more slowly keeps locks of file systems for so long that others wait for it. */
    private static final long LEAST_BYTES = 65_536;

    private static final long LEAST_OPERATIONS = 10;

    static final OverrideKey<List<BlockConfig>> OF_POD = new OverrideKey<>(
            QosWishReader.BLOCKS,
            "{\"blocks\":[{\"name\",\"type\",\"ioCfg\"}]} with at most " + MOST_OF_POD
                    + " blocks, limits of 0 or at least " + LEAST_BYTES + " bytes and " + LEAST_OPERATIONS
                    + " operations a second, ioWeightPercent 1 to 100",
            Blocks::ofPod);

    private Blocks() {}

    private static List<BlockConfig> ofPod(String text) {
        BlkioQos asked = OverrideKey.required(QosWishReader.blocks(text)).orElse(NONE);
        List<BlockConfig> blocks = Absent.orEmpty(asked.blocks());
        Optional<String> problem = problem(blocks, MOST_OF_POD, true);
        if (problem.isPresent()) {
            throw new IllegalArgumentException(problem.get());
        }
        return blocks;
    }

    /** Blocks of a part of the NodeSLO; empty while it is off. */
    static List<BlockConfig> of(@Nullable BlkioQos part) {
        return part == null || !Boolean.TRUE.equals(part.enable()) || part.blocks() == null ? List.of() : part.blocks();
    }

    /** Why blocks of the NodeSLO cannot be used; empty when they can. */
    static Optional<String> problem(List<BlockConfig> blocks) {
        return problem(blocks, MOST_OF_NODE, false);
    }

    private static Optional<String> problem(List<BlockConfig> blocks, int most, boolean bounded) {
        if (blocks.size() > most) {
            return Optional.of(blocks.size() + " blocks: want at most " + most);
        }
        return blocks.stream()
                .map(block -> problem(block, bounded))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<String> problem(BlockConfig block, boolean bounded) {
        String name = block.name();
        if (name == null || name.isEmpty() || name.length() > LONGEST_NAME) {
            return Optional.of("a block without a name of 1 to " + LONGEST_NAME + " characters");
        }
        return numbers(Objects.requireNonNullElse(block.ioCfg(), UNLIMITED)).entrySet().stream()
                .filter(one -> !allows(one.getKey(), one.getValue(), bounded))
                .findFirst()
                .map(one -> "block " + name + ": " + one.getKey() + " = " + one.getValue() + ": want "
                        + allowed(one.getKey(), bounded));
    }

    private static boolean allows(String field, @Nullable Long value, boolean bounded) {
        if (value == null || value == 0) {
            return value == null || !field.equals(WEIGHT);
        }
        return value >= least(field, bounded) && (value <= WHOLE || !field.endsWith(PERCENT));
    }

    private static long least(String field, boolean bounded) {
        if (!bounded || field.startsWith("model")) {
            return 1;
        }
        if (field.endsWith("IOPS")) {
            return LEAST_OPERATIONS;
        }
        return field.endsWith("BPS") ? LEAST_BYTES : 1;
    }

    private static String allowed(String field, boolean bounded) {
        return field.endsWith(PERCENT) ? "1 to " + WHOLE : "0, or at least " + least(field, bounded);
    }

    private static Map<String, @Nullable Long> numbers(IoConfig io) {
        Map<String, @Nullable Long> numbers = new LinkedHashMap<>();
        numbers.put("readIOPS", io.readIOPS());
        numbers.put("writeIOPS", io.writeIOPS());
        numbers.put("readBPS", io.readBPS());
        numbers.put("writeBPS", io.writeBPS());
        numbers.put(WEIGHT, io.ioWeightPercent());
        numbers.put("readLatency", io.readLatency());
        numbers.put("writeLatency", io.writeLatency());
        numbers.put("readLatencyPercent", io.readLatencyPercent());
        numbers.put("writeLatencyPercent", io.writeLatencyPercent());
        numbers.put("modelReadBPS", io.modelReadBPS());
        numbers.put("modelWriteBPS", io.modelWriteBPS());
        numbers.put("modelReadSeqIOPS", io.modelReadSeqIOPS());
        numbers.put("modelWriteSeqIOPS", io.modelWriteSeqIOPS());
        numbers.put("modelReadRandIOPS", io.modelReadRandIOPS());
        numbers.put("modelWriteRandIOPS", io.modelWriteRandIOPS());
        return numbers;
    }
}
