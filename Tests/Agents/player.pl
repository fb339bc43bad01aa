#!/usr/bin/env perl
# A player in Perl, written from the article Agents alone: no JSON library, three patterns.
# It looks once, remembers the cells of the numerals, and presses them.
use strict;
use warnings;
use IPC::Open2;

my ($games) = (@ARGV, 100);
my $program = $ENV{CHIMP} // "chimp";
my $process = open2(my $replies, my $requests, $program, "--machine=json", "--no-config",
    "--agent", "perl-player 1");

my $number = 0;

# Sends a command, skips events, and returns the reply.
sub ask {
    my ($command) = @_;
    $number++;
    print $requests qq({"id":$number,"do":"$command"}\n);
    while (my $line = <$replies>) {
        return $line if $line =~ /^\{"id":$number,/;
    }
    die "the program has ended";
}

# The cells of the numerals in ascending order, from `rows` of the state.
sub look {
    my ($reply) = @_;
    my ($rows) = $reply =~ /"rows":\[(\[.*?\])\]/ or die "no board: $reply";
    my (%cells, $v);
    for my $row ($rows =~ /\[(.*?)\]/g) {
        $v++;
        my $h = 0;
        for my $cell ($row =~ /"([^"]*)"/g) {
            $h++;
            $cells{$cell} = "$h $v" if $cell =~ /^\d+$/;
        }
    }
    return map { $cells{$_} } sort { $a <=> $b } keys %cells;
}

ask("set look withheld") =~ /"ok":true/ or die "no look";
my $passed = 0;
for my $game (1 .. $games) {
    my @cells = look(ask("start 5 8 5 seed=perl-$game"));
    my $reply;
    $reply = ask("press $_") for @cells;
    $passed++ if $reply =~ /"fact":"ended","outcome":"passed"/;
}
close $requests;
waitpid $process, 0;
die "the status is $?" if $?;
print "a player in Perl passed $passed of $games games\n";
exit($passed == $games ? 0 : 1);
