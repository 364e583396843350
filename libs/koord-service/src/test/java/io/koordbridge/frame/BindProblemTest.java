package io.koordbridge.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class BindProblemTest {

    @Test
    void aPortOfAnotherProcessIsTaken() throws IOException {
        InetAddress here = InetAddress.getLoopbackAddress();
        try (ServerSocket taken = new ServerSocket(0, 1, here)) {
            Throwable refused = catchThrowable(() -> new ServerSocket(taken.getLocalPort(), 1, here).close());

            assertThat(BindProblem.of(new IllegalStateException("port 1", refused)))
                    .hasValueSatisfying(problem -> {
                        assertThat(problem.isTaken()).isTrue();
                        assertThat(problem.text()).startsWith("port 1: Address already in use");
                    });
        }
    }

    @Test
    void anAddressOfAnotherMachineIsRefusedAndNotTaken() {
        Throwable refused = catchThrowable(() -> new ServerSocket(0, 1, InetAddress.getByName("192.0.2.1")).close());

        assertThat(BindProblem.of(refused)).hasValueSatisfying(problem -> {
            assertThat(problem.isTaken()).isFalse();
            assertThat(problem.text()).contains("assign requested address");
        });
        assertThat(BindProblem.of(new BindException("Permission denied")))
                .hasValueSatisfying(problem -> assertThat(problem.isTaken()).isFalse());
    }

    @Test
    void anotherFailureIsNone() {
        assertThat(BindProblem.of(new IOException("in use"))).isEmpty();
    }
}
