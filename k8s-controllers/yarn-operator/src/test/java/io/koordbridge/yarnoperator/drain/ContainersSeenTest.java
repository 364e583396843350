package io.koordbridge.yarnoperator.drain;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.YarnAmount;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ContainersSeenTest {

    private static final YarnAmount USED = new YarnAmount(2, 2_048);

    private static ContainersSeen seen(boolean known, int containers, YarnAmount used, @Nullable YarnAmount masters) {
        return new ContainersSeen(
                known, false, containers, used, masters, List.of("container_e1_1700000000000_0007_01_000001"), false);
    }

    @Test
    void onlyWhatIsKnownToBeNothingIsEmpty() {
        assertThat(seen(true, 0, YarnAmount.ZERO, null).empty()).isTrue();
        assertThat(seen(false, 0, YarnAmount.ZERO, null).empty()).isFalse();
        assertThat(seen(true, 1, YarnAmount.ZERO, null).empty()).isFalse();
        assertThat(seen(true, 0, USED, null).empty()).isFalse();
        assertThat(ContainersSeen.UNKNOWN.empty()).isFalse();
    }

    @Test
    void whatIsNotKnownToBeNoMasterMayBeOne() {
        assertThat(seen(true, 1, USED, null).mastersLeft()).isTrue();
        assertThat(seen(true, 1, USED, null).onlyMasters()).isFalse();
        assertThat(seen(true, 1, USED, YarnAmount.ZERO).mastersLeft()).isFalse();
        assertThat(seen(true, 1, USED, USED).onlyMasters()).isTrue();
        assertThat(seen(true, 0, YarnAmount.ZERO, USED).mastersLeft()).isFalse();
    }

    @Test
    void whatIsLeftIsSaidWithTheNamesOfApplications() {
        assertThat(seen(true, 1, USED, YarnAmount.ZERO).left()).isEqualTo("1 container left, 2 vcores/2048 MB");
        assertThat(seen(true, 2, USED, null).left()).endsWith("it is not known which are application masters");
        assertThat(seen(true, 2, USED, USED).left())
                .endsWith("2 vcores/2048 MB of application masters: application_1700000000000_0007");
    }
}
