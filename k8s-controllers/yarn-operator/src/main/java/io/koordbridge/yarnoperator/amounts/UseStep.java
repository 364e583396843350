package io.koordbridge.yarnoperator.amounts;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.amount.YarnConversion;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.resourcemanager.ClusterUse.Lost;
import io.koordbridge.yarnoperator.resourcemanager.ClusterUse.Queue;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What came between two readings of a cluster.
 *
 * @param held by queue; a queue that held nothing is not in it
 * @param lost by all applications
 */
@PureCore
record UseStep(Map<Queue, Held> held, Lost lost) {

    /** Nothing came. */
    static final UseStep NONE = new UseStep(Map.of(), Lost.NOTHING);

    private static final int MEBIBYTE_BITS = 20;
    /** Of all clusters together: above it no amount is believed, so that its product with a time fits. */
    private static final long MOST_MILLI_CPU = 1L << 40;

    /**
     * An amount over a time.
     *
     * @param milliCpuMillis thousandths of a core times milliseconds
     * @param mebibyteMillis mebibytes times milliseconds
     */
    record Held(long milliCpuMillis, long mebibyteMillis) {}

    UseStep {
        held = Map.copyOf(held);
    }

    /**
     * Between two readings. What a queue held in between counts as the mean of both; counts that fell were those of a ResourceManager that
     * started again, so all it has now came after that.
     *
     * @param before null for the first reading, before which nothing is known
     * @param longest over a longer time the use in between is not known
     */
    static UseStep between(@Nullable UseReading before, UseReading now, Duration longest, YarnConversion conversion) {
        if (before == null) {
            return NONE;
        }
        Duration time = Duration.between(before.at(), now.at());
        boolean known = !time.isNegative() && time.compareTo(longest) <= 0;
        return new UseStep(
                known ? held(before, now, time.toMillis(), conversion) : Map.of(),
                lost(before.use().lost(), now.use().lost()));
    }

    private static Map<Queue, Held> held(UseReading before, UseReading now, long millis, YarnConversion conversion) {
        Set<Queue> queues = new HashSet<>(before.use().allocated().keySet());
        queues.addAll(now.use().allocated().keySet());
        Map<Queue, Held> held = new HashMap<>();
        for (Queue queue : queues) {
            YarnAmount first = before.use().allocated().getOrDefault(queue, YarnAmount.ZERO);
            YarnAmount last = now.use().allocated().getOrDefault(queue, YarnAmount.ZERO);
            BatchAmount both = conversion.toBatch(first).plus(conversion.toBatch(last));
            if (!both.equals(BatchAmount.ZERO)) {
                long milliCpu = Math.min(both.milliCpu(), MOST_MILLI_CPU);
                held.put(queue, new Held(milliCpu * millis / 2, (both.bytes() >> MEBIBYTE_BITS) * millis / 2));
            }
        }
        return held;
    }

    private static Lost lost(@Nullable Map<String, Lost> before, @Nullable Map<String, Lost> now) {
        Lost sum = Lost.NOTHING;
        if (before != null && now != null) {
            for (Map.Entry<String, Lost> one : now.entrySet()) {
                sum = sum.plus(lost(before.get(one.getKey()), one.getValue()));
            }
        }
        return sum;
    }

    /** Masters of an application that is new, or whose ResourceManager has forgotten some, are where counting begins. */
    private static Lost lost(@Nullable Lost before, Lost now) {
        if (before == null) {
            return new Lost(now.containers(), 0, 0);
        }
        long containers = now.containers() - before.containers();
        long masters = now.masters() - before.masters();
        long others = masters < 0 ? 0 : Math.max(now.otherMasters() - before.otherMasters(), 0);
        return new Lost(containers < 0 ? now.containers() : containers, Math.max(masters, 0), others);
    }
}
