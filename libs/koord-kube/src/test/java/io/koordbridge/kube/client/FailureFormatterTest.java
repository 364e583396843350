package io.koordbridge.kube.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class FailureFormatterTest {

    @Test
    void saysWhatWasTriedAndWhatLiesAtTheRoot() {
        Throwable problem = new KubernetesClientException(
                "Operation: [get] for kind: [Lease] failed.",
                new IOException("Failed to connect to /127.0.0.1:9", new ConnectException("Connection refused")));

        assertThat(FailureFormatter.of(problem))
                .isEqualTo("Operation: [get] for kind: [Lease] failed.: Connection refused");
    }

    @Test
    void saysOfAnAnswerWhatTheApiServerSaid() {
        String said = "nodes is forbidden: User \"anyone\" cannot list resource \"nodes\"";
        Throwable problem = new KubernetesClientException(
                "Failure executing: GET at: https://127.0.0.1/api/v1/nodes. Received status: Status(...)",
                403,
                new StatusBuilder().withCode(403).withMessage(said).build());

        assertThat(FailureFormatter.of(problem)).isEqualTo("403 " + said);
    }

    @Test
    void looksIntoFuturesAndRepeatsNothing() {
        Throwable cause = new ConnectException("Failed to connect to /127.0.0.1:9");

        assertThat(FailureFormatter.of(new ExecutionException(cause))).isEqualTo("Failed to connect to /127.0.0.1:9");
        assertThat(FailureFormatter.of(new IllegalStateException("GET x: " + cause.getMessage(), cause)))
                .isEqualTo("GET x: Failed to connect to /127.0.0.1:9");
    }

    @Test
    void saysWhyThereWasNoAnswerWhereTheClientLibrarySaysNothing() {
        Throwable problem = new KubernetesClientException(
                "An error has occurred.",
                new IOException("Failed to connect to /127.0.0.1:9", new ConnectException("Connection refused")));

        assertThat(FailureFormatter.of(problem)).isEqualTo("Failed to connect to /127.0.0.1:9: Connection refused");
    }

    @Test
    void saysOfAHostThatNobodyKnowsThatItIsThat() {
        Throwable problem =
                new IOException("Operation: [get] failed.", new UnknownHostException("kubernetes.default.svc"));

        assertThat(FailureFormatter.of(problem))
                .isEqualTo("Operation: [get] failed.: unknown host kubernetes.default.svc");
    }

    @Test
    void findsWordsForProblemsThatHaveNone() {
        assertThat(FailureFormatter.of(new TimeoutException())).isEqualTo("no answer in time");
        assertThat(FailureFormatter.of(new IllegalStateException(" \n "))).isEqualTo("IllegalStateException");
    }

    @Test
    void staysOneLineOfBoundedLength() {
        String words = FailureFormatter.of(new IllegalStateException("\nfirst " + "x".repeat(1_000) + "\nsecond"));

        assertThat(words).startsWith("first x").doesNotContain("\n", "second").hasSize(303);
    }
}
