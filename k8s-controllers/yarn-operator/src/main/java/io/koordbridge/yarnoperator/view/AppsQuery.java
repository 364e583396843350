package io.koordbridge.yarnoperator.view;

import io.koordbridge.answers.AppsAnswer.App;
import io.koordbridge.protocol.PureCore;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which applications are wanted.
 *
 * @param state one that they have, in capitals; null for any
 * @param user theirs; null for any
 * @param queue theirs, with or without its parents; null for any
 * @param since they run, or have ended after this
 */
@PureCore
record AppsQuery(
        int limit,
        @Nullable String state,
        @Nullable String user,
        @Nullable String queue,
        Instant since) {

    private static final int USUAL = 100;
    private static final int MOST = 1_000;
    private static final Comparator<App> NEWEST_FIRST = Comparator.<App, Instant>comparing(
                    app -> app.progress().started() == null
                            ? Instant.EPOCH
                            : app.progress().started())
            .reversed()
            .thenComparing(App::id);

    /**
     * Of the parameters of a request.
     *
     * @param parameters by name, null for one that is not given
     * @throws IllegalArgumentException naming the parameter, its value and what is allowed
     */
    static AppsQuery of(Function<String, @Nullable String> parameters) {
        long limit = number(parameters, "limit", USUAL);
        if (limit < 1 || limit > MOST) {
            throw new IllegalArgumentException("limit = '" + limit + "': want 1 to " + MOST);
        }
        String state = parameters.apply("state");
        return new AppsQuery(
                (int) limit,
                state == null ? null : state.toUpperCase(Locale.ROOT),
                parameters.apply("user"),
                parameters.apply("queue"),
                Instant.ofEpochMilli(number(parameters, "since", 0)));
    }

    private static long number(Function<String, @Nullable String> parameters, String name, long usual) {
        String given = parameters.apply(name);
        if (given == null) {
            return usual;
        }
        if (!given.matches("\\d{1,15}")) {
            String wanted = name.equals("limit") ? "1 to " + MOST : "a time in milliseconds since 1970";
            throw new IllegalArgumentException(name + " = '" + given + "': want " + wanted);
        }
        return Long.parseLong(given);
    }

    /** Those that fit, the newest first. */
    List<App> fitting(List<App> apps) {
        return apps.stream().filter(this::fits).sorted(NEWEST_FIRST).toList();
    }

    private boolean fits(App app) {
        Instant finished = app.progress().finished();
        return (state == null || state.equals(app.progress().state()))
                && (user == null || user.equals(app.user()))
                && (queue == null || isQueue(app.queue(), queue))
                && (finished == null || !finished.isBefore(since));
    }

    private static boolean isQueue(@Nullable String has, String wanted) {
        return has != null && (has.equals(wanted) || has.endsWith("." + wanted));
    }
}
