package io.koordbridge.koordlet.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.annotation.YarnMasters;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MasterExceptionsTest {

    private static final String FIRST = "container_e03_1764_0001_01_000001";
    private static final String SECOND = "container_e03_1764_0002_01_000002";

    @Test
    void namesNothingWhereEachMasterIsTheFirstContainer() {
        assertThat(MasterExceptions.of(List.of(container(FIRST, "APPLICATION_MASTER"), container(SECOND, "TASK"))))
                .isEmpty();
        assertThat(MasterExceptions.of(List.of())).isEmpty();
    }

    @Test
    void namesMastersWithLaterNumbersAndTasksWithTheFirst() {
        assertThat(MasterExceptions.of(List.of(container(FIRST, "TASK"), container(SECOND, "APPLICATION_MASTER"))))
                .contains(new YarnMasters(List.of(SECOND), List.of(FIRST)));
    }

    @Test
    void aContainerOfUnknownTypeIsNoException() {
        assertThat(MasterExceptions.of(List.of(container(FIRST, null), container(SECOND, null))))
                .isEmpty();
    }

    @Test
    void namesNoMoreThanAnAnnotationCanHold() {
        List<YarnContainer> many = IntStream.range(0, 5_000)
                .mapToObj(number -> container("container_1_0001_01_" + (100_000 + number), "APPLICATION_MASTER"))
                .toList();

        assertThat(MasterExceptions.of(many).orElseThrow().masters()).hasSize(200);
    }

    static YarnContainer container(String id, String type) {
        return new YarnContainer(id, null, "RUNNING", "GUARANTEED", type, 0, 1L, 768L, null);
    }
}
