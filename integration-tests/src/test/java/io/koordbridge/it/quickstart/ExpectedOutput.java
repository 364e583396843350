package io.koordbridge.it.quickstart;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Compares loosely what a block printed with what the page expects: each line in its order, amounts and names of nodes of any value. */
final class ExpectedOutput {
    /** A number with or without a unit, as the table of nodes and that of priority classes show them. */
    private static final Pattern AMOUNT = Pattern.compile("[0-9]+[A-Za-z]*");

    /** Names that are others each time. */
    private static final Pattern NAME = Pattern.compile("worker-[0-9]+|pod/spark-pi-[0-9a-f]+-driver");

    private ExpectedOutput() {}

    static boolean isIn(String printed, String expected) {
        Iterator<String> lines = printed.lines().iterator();
        for (String line : expected.lines().toList()) {
            Pattern pattern = pattern(line);
            boolean found = false;
            while (!found && lines.hasNext()) {
                found = pattern.matcher(lines.next().strip()).matches();
            }
            if (!found) {
                return false;
            }
        }
        return true;
    }

    private static Pattern pattern(String line) {
        List<String> words = Arrays.asList(line.strip().split(" +"));
        // A priority has one value everywhere.
        boolean exact = words.get(0).startsWith("koord-");
        return Pattern.compile(words.stream()
                .map(word -> {
                    if (NAME.matcher(word).matches()) {
                        return "\\S+";
                    }
                    return !exact && AMOUNT.matcher(word).matches() ? AMOUNT.pattern() : Pattern.quote(word);
                })
                .collect(Collectors.joining(" +")));
    }
}
