package io.koordbridge.quickstart.job;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import scala.Tuple2;

/** What the tasks of {@link ShuffleJob} write and read, each beside some CPU work. */
final class ShuffleRecords {
    static final int OF_A_TASK = 2_000;
    private static final int KEYS = 500;
    private static final int BYTES = 1_024;

    private ShuffleRecords() {}

    /** Records of a task, which no compression makes smaller. */
    static Iterator<Tuple2<Integer, byte[]>> of(int task, long samples) {
        SplittableRandom random = new SplittableRandom(task + MonteCarlo.hits(task, samples));
        List<Tuple2<Integer, byte[]>> records = new ArrayList<>(OF_A_TASK);
        for (int i = 0; i < OF_A_TASK; i++) {
            byte[] record = new byte[BYTES];
            random.nextBytes(record);
            records.add(new Tuple2<>(i % KEYS, record));
        }
        return records.iterator();
    }

    /** How many records a group has. The work of a task is spread over its groups. */
    static Tuple2<Integer, Long> counted(Tuple2<Integer, Iterable<byte[]>> group, long samples) {
        long records = 0;
        for (byte[] record : group._2()) {
            records += record.length == BYTES ? 1 : 0;
        }
        MonteCarlo.hits(group._1(), samples / KEYS);
        return new Tuple2<>(group._1(), records);
    }
}
