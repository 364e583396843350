package io.koordbridge.colo.plan.prometheus;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;

/** Reads an answer of the HTTP API piece by piece, so that it is never in memory as a whole. */
final class AnswerParser {
    private static final JsonFactory JSON = new JsonFactory();
    /** Room for each of them is taken, however short it is. */
    static final int MOST_SERIES = 200_000;

    private final JsonParser parser;
    private final Consumer<Series> sink;
    private String error = "";
    private int count;

    private AnswerParser(JsonParser parser, Consumer<Series> sink) {
        this.parser = parser;
        this.sink = sink;
    }

    /** What is no answer of this API, or one with too many series. */
    static final class BadAnswerException extends IOException {
        private static final long serialVersionUID = 1L;

        BadAnswerException(String message) {
            super(message);
        }
    }

    /**
     * Hands on each series of an answer.
     *
     * @return the error that the answer has, empty for none
     * @throws BadAnswerException when it is no answer of this API, or has more than {@link #MOST_SERIES} series
     * @throws IOException when the body cannot be read to its end
     */
    static String read(InputStream body, Consumer<Series> sink) throws IOException {
        try (JsonParser parser = JSON.createParser(body)) {
            AnswerParser answer = new AnswerParser(parser, sink);
            answer.document();
            return answer.error;
        } catch (JsonProcessingException e) {
            BadAnswerException bad = new BadAnswerException(e.getOriginalMessage());
            bad.initCause(e);
            throw bad;
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
                case "error" -> error = String.valueOf(parser.getValueAsString("an error without words"));
                case "data" -> data(value);
                default -> parser.skipChildren();
            }
        }
        if (!understood) {
            throw new BadAnswerException("it has no status");
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
                expect(parser.currentToken(), JsonToken.END_ARRAY);
            } else {
                parser.skipChildren();
            }
        }
    }

    private void series() throws IOException {
        if (++count > MOST_SERIES) {
            throw new BadAnswerException("more than " + MOST_SERIES + " series: --prometheus-match leaves some out");
        }
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
                    expect(parser.currentToken(), JsonToken.END_ARRAY);
                }
                default -> parser.skipChildren();
            }
        }
        sink.accept(series);
    }

    private void labels(Series series) throws IOException {
        expect(parser.currentToken(), JsonToken.START_OBJECT);
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            expect(parser.nextToken(), JsonToken.VALUE_STRING);
            series.label(name, parser.getText());
        }
    }

    /** From behind the bracket; infinite values and those that are no number are left out. */
    private void point(Series series) throws IOException {
        expect(parser.currentToken(), JsonToken.START_ARRAY);
        parser.nextToken();
        double second = parser.getDoubleValue();
        expect(parser.nextToken(), JsonToken.VALUE_STRING);
        String text = parser.getText();
        expect(parser.nextToken(), JsonToken.END_ARRAY);
        if (text.endsWith("Inf") || text.equals("NaN")) {
            return;
        }
        try {
            double value = Double.parseDouble(text);
            if (Double.isFinite(value)) {
                series.point(second, value);
            }
        } catch (NumberFormatException e) {
            BadAnswerException bad = new BadAnswerException("'" + text + "' is no value of a sample");
            bad.initCause(e);
            throw bad;
        }
    }

    private static void expect(JsonToken found, JsonToken wanted) throws IOException {
        if (found != wanted) {
            throw new BadAnswerException("it has " + found + " where " + wanted + " is expected");
        }
    }
}
