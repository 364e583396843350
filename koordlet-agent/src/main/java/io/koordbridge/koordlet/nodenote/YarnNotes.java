package io.koordbridge.koordlet.nodenote;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.YarnNodeManager;
import io.koordbridge.koordlet.kubepods.YarnAnnotations;
import io.koordbridge.koordlet.yarn.ToldCapacity;
import io.koordbridge.koordlet.yarn.YarnPlugin;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.time.SteadyClock;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes what this agent knows of the NodeManager to the Node, for yarn-operator, and reads its questions. One thread. */
public final class YarnNotes {

    private final NodeNote written;
    private final YarnPlugin plugin;
    private final ToldCapacity told;
    private final SteadyClock clock;
    private final MetricRegistry metrics;
    private final Consumer<String> problems;
    private @Nullable NodeManagerNote note;
    private @Nullable YarnNodeManager encoded;
    private @Nullable String text;
    private OpenQuestion question = OpenQuestion.NONE;
    private boolean badQuestion;

    /**
     * Nothing was written yet.
     *
     * @param written the annotation
     */
    public YarnNotes(
            NodeNote written,
            YarnPlugin plugin,
            ToldCapacity told,
            SteadyClock clock,
            MetricRegistry metrics,
            Consumer<String> problems) {
        this.written = written;
        this.plugin = plugin;
        this.told = told;
        this.clock = clock;
        this.metrics = metrics;
        this.problems = problems;
    }

    /**
     * Brings the annotation up to date, with an answer where the Node asks for one.
     *
     * @param atNode what the Node says now
     */
    public void round(YarnAnnotations atNode) {
        NodeManagerNote before = note == null ? NodeManagerNote.after(atNode.nodeManager()) : note;
        report(atNode.problem());
        NodeManagerWord word = answer(atNode.question(), before.answered());
        if (word == null) {
            word = plugin.said().map(said -> NodeManagerWord.of(said, null)).orElse(null);
        }
        Instant now = clock.instant();
        NodeManagerNote next =
                before.next(new NodeManagerNote.Seen(told.read(), word, plugin.hasLooked()), now, clock.timeOfDay(now));
        note = next;
        if (next.said() != null || plugin.hasLooked()) {
            written.update(text(next.said()));
        }
    }

    /** Null without an open question, and without an answer to it. */
    private @Nullable NodeManagerWord answer(@Nullable String asked, @Nullable String answered) {
        Instant now = clock.instant();
        if (asked == null || plugin.said().isEmpty() || !question.isDue(asked, answered, now)) {
            return null;
        }
        question = question.asked(asked, now);
        Optional<YarnPlugin.Said> said = plugin.ask(now);
        String result = said.isPresent() ? "answered" : "unanswered";
        metrics.counter(MetricNames.of("koord_koordlet_yarn_questions_total", "result", result))
                .inc();
        return said.map(one -> NodeManagerWord.of(one, asked)).orElse(null);
    }

    /** Once, however bad questions change. */
    private void report(@Nullable String problem) {
        if (problem != null && !badQuestion) {
            problems.accept(problem);
        }
        badQuestion = problem != null;
    }

    private @Nullable String text(@Nullable YarnNodeManager said) {
        if (said == null) {
            return null;
        }
        if (!said.equals(encoded)) {
            encoded = said;
            text = AnnotationCodec.write(said);
        }
        return text;
    }
}
