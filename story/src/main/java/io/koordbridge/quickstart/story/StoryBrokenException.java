package io.koordbridge.quickstart.story;

/** A part of the story has ended or never came up; the message says which and where its log is. */
public final class StoryBrokenException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public StoryBrokenException(String message) {
        super(message);
    }
}
