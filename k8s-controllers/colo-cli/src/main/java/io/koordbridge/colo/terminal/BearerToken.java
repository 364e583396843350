package io.koordbridge.colo.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Bearer tokens, refused early when they cannot be one. Never shown. */
public final class BearerToken implements ITypeConverter<String> {

    private static final Pattern VISIBLE = Pattern.compile("[!-~]+");

    /** The token in a file of this name. */
    @Override
    public String convert(String file) {
        try {
            return parse(Files.readString(Path.of(file)), file);
        } catch (IOException e) {
            throw new TypeConversionException("'" + file + "' cannot be read");
        } catch (BadTokenException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }

    static String parse(String given, String from) {
        String token = given.strip();
        if (!VISIBLE.matcher(token).matches()) {
            throw new BadTokenException(from, token.isEmpty() ? "is empty" : "has characters that no token has");
        }
        return token;
    }
}
