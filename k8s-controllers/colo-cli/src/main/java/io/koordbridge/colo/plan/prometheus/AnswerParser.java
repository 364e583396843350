package io.koordbridge.colo.plan.prometheus;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;

/** Reads an answer of the HTTP API piece by piece, so that it is never in memory as a whole. */
final class AnswerParser {
    private static final JsonFactory JSON = new JsonFactory();

    private final JsonParser parser;
    private final Consumer<Series> sink;
    private String error = "";

    private AnswerParser(JsonParser parser, Consumer<Series> sink) {
        this.parser = parser;
        this.sink = sink;
    }

    /**
     * Hands on each series of an answer.
     *
     * @return the error that the answer has, empty for none
     * @throws IOException when it is no answer of this API
     */
    static String read(InputStream body, Consumer<Series> sink) throws IOException {
        try (JsonParser parser = JSON.createParser(body)) {
            AnswerParser answer = new AnswerParser(parser, sink);
            answer.document();
            return answer.error;
        }
    }

    private void document() throws IOException {
        boolean understood = false;
        expect(parser.nextToken(), JsonToken.START_OBJECT);
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String field = parser.currentName();
            JsonToken value = parser.nextToken();
            switch (field) {
                case "status" -> understood = true;
                case "error" -> error = parser.getText();
                case "data" -> data(value);
                default -> parser.skipChildren();
            }
        }
        if (!understood) {
            throw new IOException("it has no status");
        }
    }

    private void data(JsonToken value) throws IOException {
        if (value != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return;
        }
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String field = parser.currentName();
            JsonToken start = parser.nextToken();
            if (field.equals("result") && start == JsonToken.START_ARRAY) {
                while (parser.nextToken() == JsonToken.START_OBJECT) {
                    series();
                }
            } else {
                parser.skipChildren();
            }
        }
    }

    private void series() throws IOException {
        Series series = new Series();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String field = parser.currentName();
            JsonToken start = parser.nextToken();
            switch (field) {
                case "metric" -> labels(series);
                case "value" -> point(series);
                case "values" -> {
                    expect(start, JsonToken.START_ARRAY);
                    while (parser.nextToken() == JsonToken.START_ARRAY) {
                        point(series);
                    }
                }
                default -> parser.skipChildren();
            }
        }
        sink.accept(series);
    }

    private void labels(Series series) throws IOException {
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            series.label(name, parser.getText());
        }
    }

    /** From behind the bracket; infinite values and those that are no number are left out. */
    private void point(Series series) throws IOException {
        expect(parser.currentToken(), JsonToken.START_ARRAY);
        parser.nextToken();
        double second = parser.getDoubleValue();
        parser.nextToken();
        String text = parser.getText();
        expect(parser.nextToken(), JsonToken.END_ARRAY);
        if (text.endsWith("Inf") || text.equals("NaN")) {
            return;
        }
        try {
            series.point(second, Double.parseDouble(text));
        } catch (NumberFormatException e) {
            throw new IOException("'" + text + "' is no value of a sample", e);
        }
    }

    private static void expect(JsonToken found, JsonToken wanted) throws IOException {
        if (found != wanted) {
            throw new IOException("it has " + found + " where " + wanted + " is expected");
        }
    }
}
