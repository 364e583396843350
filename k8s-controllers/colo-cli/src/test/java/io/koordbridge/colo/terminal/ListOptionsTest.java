package io.koordbridge.colo.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class ListOptionsTest {

    private static ListOptions options(String... words) {
        ListOptions options = new ListOptions();
        CommandLine command = new CommandLine(new Nothing());
        command.addMixin("list", options);
        command.parseArgs(words);
        return options;
    }

    @Test
    void leaveOutTheHeader() {
        assertThat(options("--no-headers").table("NODE\na\nb")).isEqualTo("a\nb");
        assertThat(options().table("NODE\na")).isEqualTo("NODE\na");
    }

    @Test
    void printOnceWithoutWatch() {
        StringWriter out = new StringWriter();

        options().print(new PrintWriter(out, true), () -> "one");

        assertThat(out.toString()).isEqualTo("one\n");
    }

    @Test
    void printChangesOnlyWhileWatching() {
        StringWriter out = new StringWriter();
        Iterator<String> answers = List.of("one", "one", "two", "two", "two").iterator();

        options("-w", "--interval=0.01", "--for=0.2")
                .print(new PrintWriter(out, true), () -> answers.hasNext() ? answers.next() : "two");

        assertThat(out.toString()).isEqualTo("one\ntwo\n");
    }

    @Command
    private static final class Nothing {}
}
