package io.koordbridge.testkit.documents;

import java.util.List;

/** Texts that people and programs write by mistake, with some good ones among them. */
public final class OddTexts {

    private OddTexts() {}

    /** Of documents that are arrays of names. */
    public static List<String> names() {
        return List.of(
                "[\"team-a\"]",
                "[\"team-a\", \"team-a\"]",
                "[\"команда\"]",
                "[]",
                "",
                "null",
                "{\"x\": \"team-a\"}",
                "[null]",
                "[1, 2]",
                "\"team-a\"",
                "team-a",
                "[\"\"]",
                "[\"team-a\", null]",
                "[[\"team-a\"]]",
                "[{\"name\": \"team-a\"}]",
                "[true]",
                "[\"team-a\"",
                "[\"team-a\"] x",
                "['team-a']",
                "[\"team-a\",]",
                "{}",
                "0",
                "[".repeat(2_000),
                "[\"" + "a".repeat(300_000) + "\"]");
    }

    /** Of documents that are objects of amounts by resource. */
    public static List<String> amounts() {
        return List.of(
                "{\"cpu\": 4}",
                "{\"cpu\": \"4\", \"memory\": \" 1Gi \"}",
                "{\"cpu\": 1, \"cpu\": 2}",
                "{\"cpu\": null}",
                "{\"ядра\": 1}",
                "{\"cpu\": 0}",
                "{}",
                "",
                "null",
                "[]",
                "\"4\"",
                "4",
                "{\"cpu\": \"four\"}",
                "{\"CPU\": \"4 cores\"}",
                "{\"cpu\": \"8GiB\"}",
                "{\"cpu\": true}",
                "{\"cpu\": {\"value\": 4}}",
                "{\"cpu\": [4]}",
                "{\"cpu\": \"-1\"}",
                "{\"cpu\": -1, \"memory\": 1}",
                "{\"cpu\": 1e999999999}",
                "{\"cpu\": \"1e999999999\"}",
                "{\"cpu\": \"" + "9".repeat(65) + "\"}",
                "{\"cpu\": \"NaN\"}",
                "{\"cpu\": \"٤\"}",
                "{cpu: 4}",
                "{\"cpu\": 4",
                "{\"cpu\": 4} x");
    }
}
