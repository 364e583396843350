package io.koordbridge.scheduler.extender;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What is wrong with the requests of a verb again and again: told when it begins and when it is over. */
final class VerbTrouble {

    private final Map<String, String> problems = new ConcurrentHashMap<>();

    /** Whether the problem is another one than that of the request before. */
    boolean begins(String verb, String problem) {
        return !problem.equals(problems.put(verb, problem));
    }

    /** A request was answered; whether there was a problem before. */
    boolean ends(String verb) {
        return problems.remove(verb) != null;
    }
}
