package io.koordbridge.quickstart.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import scala.Tuple2;

class ShuffleRecordsTest {

    @Test
    void aTaskThatRunsAgainWritesTheSameRecords() {
        Iterator<Tuple2<Integer, byte[]>> first = ShuffleRecords.of(3, 100);
        Iterator<Tuple2<Integer, byte[]>> second = ShuffleRecords.of(3, 100);

        while (first.hasNext()) {
            Tuple2<Integer, byte[]> expected = first.next();
            Tuple2<Integer, byte[]> found = second.next();
            assertThat(found._1()).isEqualTo(expected._1());
            assertThat(found._2()).isEqualTo(expected._2());
        }
        assertThat(second.hasNext()).isFalse();
    }

    @Test
    void countsEveryRecordOnce() {
        Map<Integer, List<byte[]>> groups = new HashMap<>();
        ShuffleRecords.of(3, 100)
                .forEachRemaining(record -> groups.computeIfAbsent(record._1(), unused -> new ArrayList<>())
                        .add(record._2()));

        long counted = groups.entrySet().stream()
                .map(group -> new Tuple2<Integer, Iterable<byte[]>>(group.getKey(), group.getValue()))
                .mapToLong(group -> ShuffleRecords.counted(group, 100)._2())
                .sum();

        assertThat(counted).isEqualTo(ShuffleRecords.OF_A_TASK);
    }
}
