package io.koordbridge.copilot.lease;

import io.koordbridge.copilot.json.JsonException;
import io.koordbridge.copilot.json.JsonObject;
import io.koordbridge.copilot.json.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;

/** Reads {@code {"vcores": n, "memoryMB": n, "epoch": n, "time": RFC 3339 or milliseconds}}. */
public final class LeaseReader {
    /** Clocks of agent and NodeManager are the same machine's; more than this is not a clock's drift. */
    private static final Duration FUTURE_ALLOWED = Duration.ofMinutes(1);

    private static final int MAX_FILE_BYTES = 64 * 1024;

    private final int floorVcores;
    private final int floorMegabytes;
    private final Duration maxAge;

    public LeaseReader(int floorVcores, int floorMegabytes, Duration maxAge) {
        this.floorVcores = floorVcores;
        this.floorMegabytes = floorMegabytes;
        this.maxAge = maxAge;
    }

    public LeaseDecision read(Path file, Instant now) {
        try {
            return decide(new String(new GuardedFile(file).read(MAX_FILE_BYTES), StandardCharsets.UTF_8), now);
        } catch (NoSuchFileException e) {
            return floor(LeaseDecision.Source.ABSENT, file + " is not there");
        } catch (IOException e) {
            return floor(LeaseDecision.Source.UNREADABLE, String.valueOf(e));
        }
    }

    /** For a NodeManager beside which containers of another one live. */
    public LeaseDecision beside(String strangers) {
        return floor(LeaseDecision.Source.STRANGERS, strangers);
    }

    LeaseDecision decide(String text, Instant now) {
        try {
            JsonObject lease = JsonParser.parseObject(text);
            long vcores = lease.amount("vcores", -1);
            long megabytes = lease.amount("memoryMB", -1);
            long epoch = lease.amount("epoch", 0);
            if (vcores < 0 || megabytes < 0) {
                return floor(LeaseDecision.Source.UNREADABLE, "vcores and memoryMB must be there");
            }
            Duration age = Duration.between(time(lease), now);
            if (age.compareTo(maxAge) > 0 || age.compareTo(FUTURE_ALLOWED.negated()) < 0) {
                return floor(LeaseDecision.Source.STALE, "age is " + age + ", allowed is " + maxAge);
            }
            if (vcores < floorVcores || megabytes < floorMegabytes) {
                String detail = "lease of " + vcores + " vcores and " + megabytes + " MB";
                return floor(LeaseDecision.Source.BELOW_FLOOR, detail);
            }
            return new LeaseDecision(
                    LeaseDecision.Source.LEASE, clamped(vcores), clamped(megabytes), epoch, "age is " + age);
        } catch (JsonException | DateTimeException | ArithmeticException e) {
            return floor(LeaseDecision.Source.UNREADABLE, String.valueOf(e.getMessage()));
        }
    }

    private static Instant time(JsonObject lease) throws JsonException {
        String time = lease.scalar("time");
        if (time == null) {
            throw new JsonException("time must be there");
        }
        return time.matches("[0-9]{1,15}")
                ? Instant.ofEpochMilli(Long.parseLong(time))
                : OffsetDateTime.parse(time).toInstant();
    }

    private LeaseDecision floor(LeaseDecision.Source source, String detail) {
        return new LeaseDecision(source, floorVcores, floorMegabytes, 0, detail);
    }

    private static int clamped(long value) {
        return (int) Math.min(Integer.MAX_VALUE, value);
    }
}
