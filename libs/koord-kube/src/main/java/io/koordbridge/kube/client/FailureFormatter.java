package io.koordbridge.kube.client;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.UnknownHostException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** Why a call to the API server failed, as one line of a log says it: what was tried or answered, then what lies at the root. */
public final class FailureFormatter {

    private static final int SHOWN_CHARACTERS = 300;

    private static final String NOTHING_SAID = "An error has occurred.";

    private FailureFormatter() {}

    /** One line, never empty, of a bounded length. */
    public static String of(Throwable problem) {
        Throwable told = told(problem);
        String text = text(told);
        String root = text(rootOf(told));
        return shortened(text.contains(root) ? text : text + ": " + root);
    }

    /** What lies at the root with all its lines as one: of a text that cannot be read they say where. */
    static String whole(Throwable problem) {
        Throwable root = rootOf(problem);
        String message = root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
        return shortened(message.replaceAll("\\s+", " ").strip());
    }

    private static String shortened(String all) {
        return all.length() <= SHOWN_CHARACTERS ? all : all.substring(0, SHOWN_CHARACTERS) + "...";
    }

    /** Futures say nothing themselves, nor does the client library of a call that had no answer. */
    private static Throwable told(Throwable problem) {
        Throwable cause = problem.getCause();
        boolean wrapped = problem instanceof ExecutionException
                || problem instanceof CompletionException
                || NOTHING_SAID.equals(problem.getMessage());
        return wrapped && cause != null ? told(cause) : problem;
    }

    private static Throwable rootOf(Throwable problem) {
        Throwable cause = problem.getCause();
        return cause == null ? problem : rootOf(cause);
    }

    private static String text(Throwable problem) {
        if (problem instanceof KubernetesClientException refused
                && refused.getStatus() != null
                && refused.getStatus().getMessage() != null) {
            return refused.getCode() + " " + firstLine(refused.getStatus().getMessage());
        }
        if (problem instanceof UnknownHostException) {
            return "unknown host " + problem.getMessage();
        }
        String message = problem.getMessage() == null ? "" : firstLine(problem.getMessage());
        if (message.isEmpty()) {
            return problem instanceof TimeoutException
                    ? "no answer in time"
                    : problem.getClass().getSimpleName();
        }
        return message;
    }

    private static String firstLine(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .findFirst()
                .orElse("");
    }
}
