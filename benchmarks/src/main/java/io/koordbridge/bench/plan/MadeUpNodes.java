package io.koordbridge.bench.plan;

import io.koordbridge.replay.NodeSize;
import io.koordbridge.replay.NodeTrace;
import java.util.Random;

/** Nodes with a rhythm of days, noise and jumps; the same for the same number. */
final class MadeUpNodes {

    static final int SAMPLES_A_DAY = 1440;

    private static final int STEP_SECONDS = 60;
    private static final double ONE_IN = 0.003;

    private MadeUpNodes() {}

    static NodeTrace trace(int node, int days) {
        Random random = new Random(node);
        int samples = days * SAMPLES_A_DAY + 1;
        long[] at = new long[samples];
        float[] cpu = new float[samples];
        float[] memory = new float[samples];
        double level = 20 + random.nextInt(20);
        double jump = 0;
        for (int i = 0; i < samples; i++) {
            if (random.nextDouble() < ONE_IN) {
                jump = random.nextInt(30);
            }
            double day = 15 * Math.sin(2 * Math.PI * i / SAMPLES_A_DAY);
            at[i] = (long) i * STEP_SECONDS;
            cpu[i] = (float) Math.max(0, Math.min(100, level + day + jump + random.nextGaussian() * 2));
            memory[i] = (float) (45 + random.nextGaussian());
        }
        return new NodeTrace("node-" + node, "all", NodeSize.DEFAULT, at, cpu, memory);
    }
}
