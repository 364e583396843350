package io.koordbridge.colo.drain;

import static io.koordbridge.colo.OrderedNodes.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.colo.OrderedNodes;
import io.koordbridge.colo.answer.AnswerException;
import io.koordbridge.colo.terminal.Session;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class DrainWatchTest {

    @TempDir
    private Path temp;

    @Test
    void seesTheDrainOfOneNodeOnly() throws Exception {
        try (OrderedNodes nodes = new OrderedNodes(temp, "worker-1", "worker-10");
                Session session = session(nodes)) {
            nodes.annotate("worker-10", OrderedNodes.DRAIN, "{\"id\":\"ten\"}")
                    .drain(order -> said(order, "DRAINING", 2, "[]", "both"));
            DrainWatch one = new DrainWatch(session, "worker-1");
            DrainWatch ten = new DrainWatch(session, "worker-10");
            DrainWatch other = new DrainWatch(session, "worker");

            assertThat(one.look()).isTrue();
            assertThat(one.drain()).isNull();
            assertThat(one.document().isNull()).isTrue();
            assertThat(ten.look()).isTrue();
            assertThat(ten.drain())
                    .isNotNull()
                    .satisfies(drain -> assertThat(drain.id()).isEqualTo("ten"));
            assertThat(ten.document().path("text").asText()).isEqualTo("both");
            assertThat(ten.time()).isEqualTo("2026-01-01T00:00:20Z");
            assertThat(other.look()).isFalse();
        }
    }

    @Test
    void looksAgainWhereAnAnswerWasMissing() throws Exception {
        try (OrderedNodes nodes = new OrderedNodes(temp, "worker-1");
                Session session = session(nodes)) {
            DrainWatch watch = new DrainWatch(session, "worker-1");
            nodes.stopOperator();
            assertThatThrownBy(watch::look).isInstanceOf(AnswerException.class);
            nodes.startOperator();

            assertThat(watch.look()).isTrue();
        }
    }

    private static Session session(OrderedNodes nodes) {
        Session session = new Session(nodes.environment());
        CommandSpec options = CommandSpec.create().addMixin("session", CommandSpec.forAnnotatedObject(session));
        new CommandLine(options).setCaseInsensitiveEnumValuesAllowed(true).parseArgs();
        return session;
    }
}
